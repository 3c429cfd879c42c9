"""Each thing that the suite looks at, broken on purpose: it has to notice."""

import argparse
import contextlib
import io
import shutil
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path

from .book import Book
from .check import Check, call_number
from .engines import SQLite, SQLiteShop
from .load import Clients, Load
from .server import Server
from .sse import Chunks, Listener
from .streams import View, _compare
from .suite import Suite

ONE = "(SELECT MIN(id) FROM customer_order)"
#: What is done to a sound database, and a word of what has to be said.
DAMAGES = [
    (f"DELETE FROM customer_order WHERE id = {ONE}", "acknowledged, but lost"),
    (f"UPDATE customer_order SET id = 'zz' WHERE id = {ONE}", "of nobody who was told so"),
    (f"UPDATE customer_order SET total = total + 1 WHERE id = {ONE}", "not as it was answered"),
    (f"UPDATE customer_order SET version = 99 WHERE id = {ONE}", "not as it was answered"),
    (f"UPDATE customer_order SET state = 'expired' WHERE id = {ONE}", "not as it was answered"),
    (f"UPDATE customer_order SET call_sequence = 9999 WHERE id = {ONE}",
     "not as it was answered"),
    (f"UPDATE order_step SET state = 'expired' WHERE order_id IN (SELECT order_id FROM order_step"
     " LIMIT 1)", "stands elsewhere than its steps lead"),
    (f"DELETE FROM order_line WHERE order_id = {ONE} AND number = 1", "lines that don't make up"),
    (f"DELETE FROM order_line WHERE order_id = {ONE} AND number = 1", "too few or too many lines"),
    (f"UPDATE tender SET amount = amount + 1 WHERE order_id = {ONE} AND number = 1",
     "covered by its first tender"),
    (f"DELETE FROM event WHERE subject_id = {ONE} AND version = 1", "one event for each version"),
    ("INSERT INTO event SELECT NULL, at, kind, subject_id, version, location_id, owner_id, payload"
     f" FROM event WHERE subject_id = {ONE}", "one event for each version"),
    ("UPDATE event SET subject_id = 'zz' WHERE id = (SELECT MAX(id) FROM event"
     " WHERE kind = 'order')", "no order, but an event"),
    (f"DELETE FROM request WHERE status = 201 AND subject_id = {ONE}", "one answer kept"),
    (f"UPDATE request SET subject_id = 'zz' WHERE status = 201 AND subject_id = {ONE}",
     "no order, but a kept answer"),
    ("UPDATE availability SET stock = stock - 1 WHERE subject_id = 'lemon-cake'", "of the stock"),
    ("UPDATE availability SET is_sold_out = 1 - is_sold_out WHERE subject_id = 'banana-bread'",
     "banana-bread is switched"),
]


def suite(folder: str) -> Suite:
    return Suite(argparse.Namespace(seed=1, folder=folder), SQLite())


class CheckTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(contextlib.redirect_stdout(io.StringIO()))
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.suite = suite(str(cls.folder))
        shop = SQLiteShop(cls.folder)
        with Server(cls.suite, shop) as server:
            cls.book = Book("check")
            clients = Clients(cls.suite, server, cls.book)
            load = Load(clients, "check")
            load.start()
            while len(cls.book.orders) < 100 or not cls.book.sold_out:
                time.sleep(0.05)
            load.stop()
            clients.settle()

    def broken(self, shop: SQLiteShop) -> list[str]:
        trial = suite(str(self.folder))
        Check(trial, shop, self.book).now(full=True)
        return trial.broken

    def test_a_sound_shop_is_sound(self):
        self.assertEqual(self.broken(SQLiteShop(self.folder)) + self.suite.broken, [])

    def test_each_damage_is_told(self):
        for sql, words in DAMAGES:
            with self.subTest(sql), tempfile.TemporaryDirectory() as copy:
                shop = SQLiteShop(Path(copy))
                shutil.copytree(self.folder / "data", shop.data)
                with contextlib.closing(sqlite3.connect(shop.data / "crema.db")) as connection:
                    self.assertGreater(connection.execute(sql).rowcount, 0)
                    connection.commit()

                broken = self.broken(shop)

                self.assertTrue(any(words in text for text in broken), broken)

    def test_an_order_that_nobody_was_told_of_is_told(self):
        order_id = next(iter(self.book.orders))
        hidden = self.book.orders.pop(order_id)
        try:
            broken = self.broken(SQLiteShop(self.folder))
        finally:
            self.book.orders[order_id] = hidden
        self.assertTrue(any("of nobody who was told so" in text for text in broken), broken)

    def test_call_numbers_are_as_the_program_makes_them(self):
        numbers = [call_number(place) for place in (1, 999, 1000, 26 * 999, 26 * 999 + 1)]
        self.assertEqual(numbers, ["A001", "A999", "B001", "Z999", "AA001"])


class StreamTests(unittest.TestCase):
    TRUTH = [(3, "order", "a", 1), (5, "menu", "m", 2), (6, "order", "a", 2)]

    class Shop:
        def rows(self, _):
            return StreamTests.TRUTH

    def broken(self, *heard: list[tuple]) -> list[str]:
        trial = suite("unused")
        listeners = [Listener(0, "/events", {}, 0) for _ in heard]
        for listener, events in zip(listeners, heard):
            listener.events = events
        with contextlib.redirect_stdout(io.StringIO()):
            _compare(trial, self.Shop(), View("/events", {}, "true", listeners), 0)
        return trial.broken

    def test_what_was_heard_must_be_the_same(self):
        truth = self.TRUTH
        self.assertEqual(self.broken(truth, truth), [])
        for wrong in (truth[:2], truth + truth[2:], [truth[1], truth[0], truth[2]],
                      [*truth[:2], (6, "order", "a", 3)]):
            self.assertEqual(len(self.broken(truth, wrong)), 1, wrong)
            self.assertEqual(len(self.broken(wrong, truth)), 2, wrong)

    def test_chunks_come_in_any_pieces(self):
        chunks = Chunks()
        wire = b"5\r\nhello\r\n1;x=y\r\n \r\n5\r\nworld\r\n"

        heard = b"".join(chunks.feed(bytes([byte])) for byte in wire)

        self.assertEqual((heard, Chunks().feed(wire)), (b"hello world", b"hello world"))


if __name__ == "__main__":
    unittest.main()
