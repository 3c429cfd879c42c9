"""Where things stand on a page, as a finger and an eye find them."""

from playwright.sync_api import Page

# What sticks out of the page or of an open dialog; what scrolls by itself may.
OVERFLOWS = """() => {
    const dialog = document.querySelector("dialog[open]");
    const frame = dialog ?? document.documentElement;
    const limits = dialog ? dialog.getBoundingClientRect() : {left: 0, right: frame.clientWidth};
    const scrolls = (element) => {
        for (let at = element.parentElement; at && at !== frame; at = at.parentElement)
            if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
        return false;
    };
    const outside = [...frame.querySelectorAll("*")].filter(element => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && element.checkVisibility({visibilityProperty: true})
            && (box.right > limits.right + 1 || box.left < limits.left - 1)
            && !element.closest(".unseen, .skip, svg svg, svg *") && !scrolls(element);
    });
    const report = outside.map(element => element.outerHTML.slice(0, 120));
    if (frame.scrollWidth > frame.clientWidth + 1)
        report.push(`scrolls sideways: ${frame.scrollWidth} > ${frame.clientWidth}`);
    return report;
}"""

# A label is part of its field's target; links within a sentence are exempt (WCAG 2.5.8).
SMALL = """([least, within]) => {
    const frame = document.querySelector(within);
    const found = frame.querySelectorAll(
        "a[href], button, summary, select, input:not([type=hidden])");
    return [...found].filter(element => {
        if (!element.checkVisibility({visibilityProperty: true, opacityProperty: false}))
            return false;
        const target = element.closest("label") ?? element;
        const box = target.getBoundingClientRect();
        if (box.width <= 1 || element.closest(".unseen, .skip")) return false;
        return box.height < least - .5 || box.width < least - .5;
    }).map(element => {
        const box = (element.closest("label") ?? element).getBoundingClientRect();
        return `${Math.round(box.width)} × ${Math.round(box.height)}: `
            + element.outerHTML.slice(0, 120);
    });
}"""


def overflows(page: Page) -> list[str]:
    return page.evaluate(OVERFLOWS)


def small_targets(page: Page, least: int, within="body") -> list[str]:
    return page.evaluate(SMALL, [least, within])


def assert_fits(page: Page, name: str):
    assert overflows(page) == [], name
