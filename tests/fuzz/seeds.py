"""Inputs to begin with: what the package's own tests send, one text after the other."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "Tests"
ZONES = Path("/usr/share/zoneinfo")
ESCAPES = {"r": "\r", "n": "\n", "t": "\t", "0": "\0", '"': '"', "\\": "\\"}

# A raw text, one of many lines, or a plain one; the plain may hold escapes.
LITERAL = re.compile(r'#"(.*?)"#|"""\n(.*?)\n *"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)

# Where a target's texts stand, and what its inputs begin with: see the targets in Swift.
SOURCES: dict[str, tuple[list[str], list[bytes]]] = {
    "http": (["CremaHTTPTests/RequestTests.swift", "CremaHTTPTests/LimitTests.swift"], [b"\2\1\3"]),
    "connection": (
        ["CremaHTTPTests/RequestTests.swift", "CremaHTTPTests/AnswerTests.swift"], [b"\2\5\7"],
    ),
    "fields": (
        ["CremaHTTPTests/FieldTests.swift", "CremaHTTPTests/RouterTests.swift"],
        [bytes([kind]) for kind in range(7)],
    ),
    "json": (["CremaAPITests/JSON"], [b""]),
    "csv": (["CremaServicesTests/Import/DelimitedTextTests.swift"], [b"\0", b"\2"]),
    "square-items": (["CremaServicesTests/Import/SquareItemsTests.swift"], [b""]),
    "square-catalog": (["CremaServicesTests/Import/SquareCatalogTests.swift"], [b""]),
    "tokens": (
        [
            "CremaServerTests/API/VersionTests.swift", "CremaServerTests/API/BadInput.swift",
            "CremaServicesTests/SessionTests.swift",
        ],
        [bytes([kind]) for kind in range(7)],
    ),
    "times": (["CremaDomainTests/Time", "CremaServerTests/TimeZones"], [b""]),
}
FEW_ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Africa/Casablanca"]


def seeds(target: str, longest: int) -> Iterator[bytes]:
    """What a target begins with; nothing longer than it takes."""
    if target == "zones":
        files = [ZONES / name for name in FEW_ZONES]
        yield from (file.read_bytes() for file in files if file.exists())
        return
    sources, beginnings = SOURCES[target]
    for text in (text for source in sources for text in literals(TESTS / source)):
        for beginning in beginnings:
            if len(seed := beginning + text) <= longest:
                yield seed
    if target == "square-items":
        yield from tables()
    if target == "square-catalog":
        yield from catalogs()


def literals(source: Path) -> Iterator[bytes]:
    files = sorted(source.rglob("*.swift")) if source.is_dir() else [source]
    for file in files:
        for raw, lines, plain in LITERAL.findall(file.read_text()):
            yield (raw or lines or unescaped(plain)).encode()


def unescaped(text: str) -> str:
    text = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda match: chr(int(match[1], 16)), text)
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text)


def tables() -> Iterator[bytes]:
    """Whole tables: in the tests a header and its rows are apart."""
    rows = [
        "T1,Latte,Small,,HOT,4.50,,visible,N,3,Y", "T2,Latte,Large,,HOT,5.25,,visible,N,,Y",
        "T3,Juice,Regular,Pressed &amp; cold,COLD,variable,,hidden,Y,,N",
    ]
    header = (
        "Token,Item Name,Variation Name,Description,Categories,Price,Online Sale Price,"
        "Square Online Item Visibility,Archived,Current Quantity SHOP,Modifier Set - Milk"
    )
    yield "\r\n".join([header, *rows]).encode()
    yield "\n".join([header, *rows[:1]]).replace(",", ";").encode()


def catalogs() -> Iterator[bytes]:
    """Whole catalogs, short ones: in the tests their objects are put together."""
    price = {"amount": 450, "currency": "USD"}
    variation = {"id": "V", "item_variation_data": {
        "name": "S", "pricing_type": "FIXED_PRICING", "price_money": price}}
    asked = {"modifier_list_id": "M", "min_selected_modifiers": 0, "max_selected_modifiers": 2}
    objects = [
        {"type": "ITEM", "id": "A", "item_data": {
            "name": "Latte", "variations": [variation], "category_id": "C",
            "modifier_list_info": [asked], "tax_ids": ["T"]}},
        {"type": "CATEGORY", "id": "C", "category_data": {"name": "Hot"}},
        {"type": "MODIFIER_LIST", "id": "M", "modifier_list_data": {
            "name": "Milk", "selection_type": "MULTIPLE", "modifiers": [
                {"id": "O", "modifier_data": {
                    "name": "Oat", "price_money": price, "on_by_default": True}}]}},
        {"type": "TAX", "id": "T", "tax_data": {
            "name": "Tax", "percentage": "8.5", "inclusion_type": "ADDITIVE"}},
    ]
    for count in (1, 2, 3, 4):
        yield json.dumps({"objects": objects[:count]}, separators=(",", ":")).encode()
    by_type = {item["type"]: {item["id"]: item} for item in objects}
    yield json.dumps({"catalog": by_type}, separators=(",", ":")).encode()
