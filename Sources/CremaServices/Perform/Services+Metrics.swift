import CremaSQL

extension Services {
    /// What the database's driver counted, in Prometheus' text format.
    package func databaseMetrics() -> String {
        let database = database.statistics
        var text = ""
        for (name, value) in [
            ("batches_total", database.batches),
            ("transactions_total", database.transactions),
            ("failed_transactions_total", database.failedTransactions),
            ("batches_run_again_total", database.batchesRunAgain),
            ("refusals_total", database.refusals),
            ("reads_total", database.reads),
            ("connections_lost_total", database.connectionsLost),
            ("checkpoints_total", database.checkpoints),
            ("checkpoints_held_up_total", database.checkpointsHeldUp),
        ] {
            text += "# TYPE crema_database_\(name) counter\ncrema_database_\(name) \(value)\n"
        }
        for (name, value) in [
            ("largest_batch", database.largestBatch),
            ("queue_depth", database.queueDepth),
            ("read_queue_depth", database.readQueueDepth),
            ("log_pages", database.logPages),
        ] {
            text += "# TYPE crema_database_\(name) gauge\ncrema_database_\(name) \(value)\n"
        }
        return text
    }
}
