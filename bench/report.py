"""A table in Markdown: a row for each measure, a column for each server, and the ratio of Crema to
the server that stands in the column."""

import math
from pathlib import Path

RATE, MILLISECONDS, MEGABYTES, KILOBYTES = "/s", "ms", "MB", "KB"


def figure(value, unit):
    """Three digits where they say something."""
    if math.isinf(value):
        return "–"
    digits = 0 if value >= 100 or unit == RATE and value >= 10 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}"


def ratio(ours, theirs):
    """Crema : peer."""
    if not ours or not theirs or math.isinf(ours) or math.isinf(theirs):
        return ""
    share = ours / theirs
    digits = 0 if share >= 100 else 1 if share >= 10 else 2 if share >= .1 else 3
    return f" ({share:,.{digits}f})"


class Report:
    """Rows in the order in which they are noted. Saved after each, since a run takes long."""

    def __init__(self, title, introduction, columns, bases, out=None):
        """`columns`: name by key; `bases`: by a column's key, that of Crema to compare with."""
        self.title, self.introduction = title, introduction
        self.columns, self.bases, self.out = columns, bases, out
        self.rows, self.notes, self.after = {}, [], []

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def say(self, row, column, text):
        """A cell of words."""
        self.rows.setdefault((row, ""), {})[column] = (None, text)

    def put(self, row, column, value, unit, remark=""):
        """`row` is a measure's name; its unit is named with it."""
        self.rows.setdefault((row, unit), {})[column] = (value, remark)
        print(f"  {row}, {self.columns[column]}: {figure(value, unit)} {unit}{remark}", flush=True)
        self.save()

    def markdown(self):
        lines = [f"## {self.title}", "", *self.introduction, ""]
        lines.append("| | " + " | ".join(self.columns.values()) + " |")
        lines.append("|---|" + "---:|" * len(self.columns))
        for (row, unit), cells in self.rows.items():
            texts = [self._cell(cells, column, unit) for column in self.columns]
            name = f"{row}, {unit}" if unit else row
            lines.append(f"| {name} | " + " | ".join(texts) + " |")
        if self.notes:
            lines += ["", *(f"- {note}" for note in self.notes)]
        return "\n".join(lines + self.after) + "\n"

    def _cell(self, cells, column, unit):
        if column not in cells:
            return "–"
        value, remark = cells[column]
        if not unit:
            return remark
        base = self.bases.get(column)
        compared = ratio(cells[base][0], value) if base in cells and base != column else ""
        return figure(value, unit) + compared + remark

    def save(self):
        if self.out:
            Path(self.out).write_text(self.markdown())
