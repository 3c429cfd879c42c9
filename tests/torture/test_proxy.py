"""The fault proxy before a real PostgreSQL, with psql and pgbench as clients."""

import random
import subprocess
import time
import unittest

from .postgres import PostgreSQL
from .proxy import Proxy
from .wire import Conversation, Frontend, is_commit


class ProxyTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(PostgreSQL(durable=False))
        cls.server.execute("CREATE TABLE cup (id INTEGER PRIMARY KEY)")

    def setUp(self):
        self.server.execute("TRUNCATE cup")
        self.proxy = self.enterContext(Proxy(self.server.port, random.Random(1)))

    def psql(self, *statements: str) -> subprocess.CompletedProcess:
        return self._client("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                            *(part for one in statements for part in ("-c", one)), "postgres")

    def pgbench(self, *arguments: str) -> subprocess.CompletedProcess:
        return self._client("pgbench", "-n", *arguments, "postgres")

    def _client(self, program: str, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.server._binaries / program, "-h", "127.0.0.1", "-p", str(self.proxy.port),
             "-U", self.server.user, *arguments], capture_output=True, text=True, timeout=60)

    def cups(self) -> list[int]:
        return [row[0] for row in self.server.rows("SELECT id FROM cup ORDER BY id", "postgres")]

    def test_passes_everything_on(self):
        done = self.psql("BEGIN", "INSERT INTO cup VALUES (1)", "COMMIT", "SELECT id FROM cup")

        self.assertEqual((done.returncode, done.stdout), (0, "1\n"), done.stderr)
        self.assertEqual(self.proxy.counts.commits, 1)
        self.assertEqual(self.proxy.counts.cuts, 0)

    def test_passes_a_message_on_that_comes_in_many_pieces(self):
        done = self.psql("SELECT repeat('x', 3000000)", "SELECT 1")

        self.assertEqual(len(done.stdout), 3_000_000 + len("\n1\n"), done.stderr)

    def test_loses_the_answer_to_a_commit_that_was_done(self):
        self.proxy.lose_answers = 1

        done = self.psql("BEGIN", "INSERT INTO cup VALUES (2)", "COMMIT")

        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("server closed the connection", done.stderr)
        self.assertEqual(self.cups(), [2])
        self.assertEqual(self.proxy.counts.lost_answers, 1)

    def test_loses_a_commit_before_the_server_has_it(self):
        self.proxy.lose_commits = 1

        done = self.psql("BEGIN", "INSERT INTO cup VALUES (3)", "COMMIT")

        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(self.cups(), [])
        self.assertEqual(self.proxy.counts.lost_commits, 1)

    def test_sees_commits_of_each_way_to_send_statements(self):
        """Simple, extended and prepared; pgbench's pipelines are extended ones."""
        script = self.server.folder / "script.sql"
        begin, end = "\\startpipeline\n", "\\endpipeline\n"
        text = "BEGIN;\nSELECT 1;\nCOMMIT;\n"
        for mode, lines in (("simple", text), ("extended", text), ("prepared", text),
                            ("extended", begin + text + end), ("prepared", begin + text + end)):
            with self.subTest(mode=mode, lines=lines):
                script.write_text(lines)
                before = self.proxy.counts.commits

                done = self.pgbench("-M", mode, "-t", "10", "-c", "2", "-f", str(script))

                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.proxy.counts.commits - before, 20)

    def test_loses_answers_in_a_pipeline(self):
        script = self.server.folder / "script.sql"
        script.write_text("\\set id random(1, 1000000)\n\\startpipeline\nBEGIN;\n"
                          "INSERT INTO cup VALUES (:id);\nCOMMIT;\n\\endpipeline\n")
        self.proxy.lose_answers = 1

        done = self.pgbench("-M", "prepared", "-t", "1", "-c", "1", "-f", str(script))

        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(self.cups()), 1)
        self.assertEqual(self.proxy.counts.lost_answers, 1)

    def test_an_answer_of_rollback_isnt_a_commit(self):
        self.proxy.lose_answers = 1

        done = self.psql("\\set ON_ERROR_STOP 0", "BEGIN", "SELECT 1/0", "COMMIT")

        self.assertIn("division by zero", done.stderr)
        self.assertEqual(self.proxy.counts.commits, 1)
        self.assertEqual(self.proxy.counts.lost_answers, 0)

    def test_delays_each_way(self):
        self.proxy.delay_seconds = 0.2
        started = time.monotonic()

        done = self.psql("SELECT 1")

        # Connecting asks twice (encryption, start-up), then there is the statement.
        self.assertEqual(done.stdout, "1\n", done.stderr)
        self.assertGreater(time.monotonic() - started, 2 * 2 * 0.2)

    def test_cuts_all_that_are_connected(self):
        waiting = subprocess.Popen(
            [self.server._binaries / "psql", "-X", "-h", "127.0.0.1", "-p",
             str(self.proxy.port), "-U", self.server.user, "-c", "SELECT pg_sleep(60)",
             "postgres"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not self.server.rows("SELECT 1 AS one FROM pg_stat_activity"
                                   " WHERE query LIKE '%sleep(60)%'"
                                   " AND pid <> pg_backend_pid()", "postgres"):
            time.sleep(0.02)

        self.assertEqual(self.proxy.cut_all(), 1)

        _, words = waiting.communicate(timeout=10)
        self.assertIn("server closed the connection", words)

    def test_refuses_and_accepts_again(self):
        self.proxy.refuse()
        self.assertIn("Connection refused", self.psql("SELECT 1").stderr)

        self.proxy.accept()
        self.assertEqual(self.psql("SELECT 1").stdout, "1\n")

    def test_cuts_at_any_byte_and_heals(self):
        self.proxy.cut_after_bytes = 600
        ends = [self.psql("SELECT repeat('x', 500)").returncode for _ in range(20)]
        self.assertIn(2, ends)
        self.assertGreater(self.proxy.counts.cuts, 0)

        self.proxy.heal()

        self.assertEqual(self.psql("SELECT 1").stdout, "1\n")

    def test_survives_a_restart_of_the_server(self):
        for mode in ("fast", "immediate"):
            self.server.stop(mode)
            self.assertEqual(self.psql("SELECT 1").returncode, 2)
            self.server.start()
            self.assertEqual(self.psql("SELECT 1").stdout, "1\n")


class WireTests(unittest.TestCase):
    def test_tells_what_commits(self):
        for sql in (b"COMMIT", b" commit ; ", b"END", b"SELECT 1; COMMIT", b"COMMIT WORK",
                    b"end transaction;"):
            self.assertTrue(is_commit(sql), sql)
        for sql in (b"SELECT 'commit'", b"COMMIT PREPARED 'a'", b"COMMIT; SELECT 1",
                    b"COMMIT AND CHAIN", b"SELECT 1 AS end", b""):
            self.assertFalse(is_commit(sql), sql)

    def test_reads_messages_that_come_byte_by_byte(self):
        start = b"\0\0\0\x08\0\x03\0\0"
        query = b"Q" + (4 + 7).to_bytes(4, "big") + b"COMMIT\0"
        frontend = Frontend(Conversation())

        messages = [one for byte in start + query for one in frontend.feed(bytes([byte]))]

        self.assertEqual(messages, [(start, False), (query, True)])


if __name__ == "__main__":
    unittest.main()
