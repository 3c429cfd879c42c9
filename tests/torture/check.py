"""Whether a shop's database holds what its clients were told: that, and nothing more."""

from .book import Book
from .suite import Suite

#: What must be empty, of the orders with an id above `{after}`.
HALVES = {
    "has lines that don't make up its total": """
        SELECT o.id FROM customer_order o LEFT JOIN (
            SELECT order_id, CAST(SUM(total) AS BIGINT) AS total FROM order_line
            WHERE order_id > '{after}' GROUP BY order_id) l ON l.order_id = o.id
        WHERE o.id > '{after}' AND o.total - o.tip <> COALESCE(l.total, 0)""",
    "isn't covered by its first tender": """
        SELECT o.id FROM customer_order o
        LEFT JOIN tender t ON t.order_id = o.id AND t.number = 1
        WHERE o.id > '{after}' AND o.total <> COALESCE(t.amount, 0)""",
    "has not one event for each version": """
        SELECT o.id FROM customer_order o LEFT JOIN (
            SELECT subject_id, COUNT(*) AS events, COUNT(DISTINCT version) AS versions,
                MAX(version) AS latest
            FROM event WHERE kind = 'order' AND subject_id > '{after}' GROUP BY subject_id
            ) e ON e.subject_id = o.id
        WHERE o.id > '{after}' AND (o.version <> COALESCE(e.events, 0)
            OR o.version <> e.versions OR o.version <> e.latest)""",
    "has not one answer kept under a key": """
        SELECT o.id FROM customer_order o LEFT JOIN (
            SELECT subject_id, COUNT(*) AS answers FROM request
            WHERE status = 201 AND subject_id > '{after}' GROUP BY subject_id
            ) r ON r.subject_id = o.id
        WHERE o.id > '{after}' AND COALESCE(r.answers, 0) <> 1""",
    "has no order, but an event": """
        SELECT e.subject_id AS id FROM event e LEFT JOIN customer_order o ON o.id = e.subject_id
        WHERE e.kind = 'order' AND e.subject_id > '{after}' AND o.id IS NULL""",
    "has no order, but a kept answer": """
        SELECT r.subject_id AS id FROM request r LEFT JOIN customer_order o ON o.id = r.subject_id
        WHERE r.subject_id > '{after}' AND o.id IS NULL""",
    "stands elsewhere than its steps lead": """
        SELECT o.id FROM customer_order o WHERE o.id > '{after}' AND o.state <> COALESCE((
            SELECT s.state FROM order_step s WHERE s.order_id = o.id
            ORDER BY s.version DESC LIMIT 1), 'pending')""",
}


def call_number(sequence: int) -> str:
    """The label of a place in the counter: A001 … A999, B001 … Z999, AA001 …"""
    block, number = divmod(sequence - 1, 999)
    letters = ""
    while block >= 0:
        letters = chr(ord("A") + block % 26) + letters
        block = block // 26 - 1
    return f"{letters}{number + 1:03}"


class Check:
    """Looks at one shop again and again; remembers what was looked at wholly."""

    def __init__(self, suite: Suite, shop, book: Book):
        self._suite, self._shop, self._book = suite, shop, book
        self._after = ""

    def now(self, full: bool = False):
        """To be called when everything is answered. A full look starts from the first order."""
        if full:
            self._after = ""
        self._orders()
        self._halves()
        self._stock()
        self._after = max(self._book.orders, default="")

    def _orders(self):
        rows = self._shop.rows(
            "SELECT id, state, version, total, call_sequence, business_date, location_id"
            " FROM customer_order")
        stored = {row[0]: row for row in rows}
        known = self._book.orders
        self._list("acknowledged, but lost", known.keys() - stored.keys())
        self._list("there, but of nobody who was told so", stored.keys() - known.keys())
        wrong = []
        for order_id in stored.keys() & known.keys():
            wish, (_, state, version, total, sequence, _, _) = known[order_id], stored[order_id]
            told = (wish.state, wish.version, wish.answer["total"]["amount"],
                    wish.answer["callNumber"])
            found = (state, version, total, call_number(sequence))
            if told != found:
                wrong.append(f"{order_id} {told} is {found}")
        self._list("not as it was answered", wrong)
        answered = sum(wish.answer is not None for wish in self._book.wishes)
        self._suite.expect(answered == len(known), "two wishes were given the same order")
        self._suite.expect(
            len({row[4:7] for row in rows}) == len(rows), "a call number was given twice")

    def _halves(self):
        for words, sql in HALVES.items():
            rows = self._shop.rows(sql.format(after=self._after))
            self._list(words, [row[0] for row in rows])
        lines = self._shop.rows(
            f"SELECT order_id, COUNT(*) AS lines FROM order_line WHERE order_id > '{self._after}'"
            " GROUP BY order_id")
        known = self._book.orders
        self._list("has too few or too many lines", [
            order for order, count in lines
            if order in known and known[order].basket.lines != count])

    def _stock(self):
        rows = self._shop.rows(
            "SELECT subject_id, stock, is_sold_out FROM availability WHERE kind = 'item'")
        stock = {item: pieces for item, pieces, _ in rows if pieces is not None}
        self._suite.expect(stock == dict(self._book.stock),
                           f"of the stock {dict(self._book.stock)} should be left, {stock} is")
        for item, is_sold_out in self._book.sold_out.items():
            # What was never switched has no row.
            stored = any(is_off for subject, _, is_off in rows if subject == item)
            self._suite.expect(stored == is_sold_out,
                               f"{item} is switched {stored}, {is_sold_out} was acknowledged")

    def _list(self, words: str, found):
        found = sorted(found)
        self._suite.expect(not found, f"{len(found)} × {words}: {', '.join(found[:3])}")
