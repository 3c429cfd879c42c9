/// Line drawings of 24 by 24. Decoration: words stand beside them or on their button.
enum Icon {
    static let bean: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M17.5 3.5c3.3 2.2 3.6 \
        8.2 0 12.6s-9.3 6-12 3.8s-2.8-8.3.9-12.6 8.3-5.7 11.1-3.8z" \
        fill="currentColor"/><path d="M17 5c-.8 5-6 4.5-8.5 7.5-1.6 2-1.6 4.5-2.5 \
        6.5" fill="none" stroke="var(--paper)" stroke-width="1.6" stroke-linecap="round"/></svg>
        """)
    static let settings: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 7h9M19 \
        7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.6"/><circle cx="8" cy="17" \
        r="2.6"/></g></svg>
        """)
    static let search: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="10.5" cy="10.5" \
        r="6"/><path d="M15.2 15.2L20 20"/></g></svg>
        """)
    static let back: HTML = .markup(
        """
        <svg class="icon turns" viewBox="0 0 24 24" aria-hidden="true"><path d="M14.5 5.5L8 \
        12l6.5 6.5" fill="none" stroke="currentColor" stroke-width="2.2" \
        stroke-linecap="round" stroke-linejoin="round"/></svg>
        """)
    static let close: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" \
        fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></svg>
        """)
    static let bag: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">\
        <path d="M5 8.5h14l1 11.5H4z"/><path d="M8.5 11V7a3.5 3.5 0 0 1 7 0v4"/></g></svg>
        """)
    static let warning: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3.5L22 20.5H2z" \
        fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M12 \
        10v4.5M12 17.3v.2" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></svg>
        """)
    static let offline: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M3 3l18 18M5 \
        12.5a10 10 0 0 1 4-2.4M14.5 9.9a10 10 0 0 1 4.5 2.6M8.5 16a5 5 0 0 1 5-1.2"/>\
        <path d="M12 19.5v.1"/></g></svg>
        """)
    static let check: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 \
        4.5L19 7.5" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" \
        stroke-linejoin="round"/></svg>
        """)
    static let bin: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">\
        <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7"/></g></svg>
        """)
    static let printer: HTML = .markup(
        """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M7 8V4h10v4M7 \
        17H4V9h16v8h-3"/><path d="M7 14h10v6H7z"/></g></svg>
        """)
}
