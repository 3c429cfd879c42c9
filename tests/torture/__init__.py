"""Breaks what Crema stands on, again and again, and looks whether a promise went with it."""
