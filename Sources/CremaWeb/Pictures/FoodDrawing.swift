/// What lies on a plate, drawn by name. A name without a drawing shows a bun.
enum FoodDrawing {
    static func pieces(_ name: String) -> [HTML] { [plate, drawing(name)] }

    private static let plate = group {
        ellipse(200, 300, 150, 26, fill: "currentColor", opacity: "0.1")
        ellipse(200, 290, 146, 25, fill: "#fffdf9", stroke: "currentColor", opacity: "0.55")
    }

    private static func drawing(_ name: String) -> HTML {
        switch name {
        case "croissant": croissant
        case "cookie": cookie
        case "muffin": muffin
        case "cake": cake
        case "brownie": brownie
        case "scone": scone
        case "pain-au-chocolat": swirl
        case "sandwich": sandwich
        case "bagel", "doughnut": bagel
        case "toast": toast
        case "roll", "cinnamon-roll": roll
        case "bowl", "granola-bowl": bowl
        case "loaf", "banana-bread": loaf
        default: bun
        }
    }

    private static let croissant: HTML = .markup(
        """
        <g fill="#dc9a50" stroke="#b06c2d" stroke-width="6" stroke-linejoin="round"><path d="M92 \
        214Q52 244 66 284Q72 292 82 284Q96 262 126 264Z"/><path d="M308 214Q348 244 334 284Q328 \
        292 318 284Q304 262 274 264Z"/><path d="M134 168Q84 184 82 236Q96 268 140 260Q146 216 166 \
        196Z"/><path d="M266 168Q316 184 318 236Q304 268 260 260Q254 216 234 196Z"/><path d="M158 \
        152Q116 184 128 256Q156 276 178 262Q170 204 184 160Z" fill="#e3a860"/><path d="M242 \
        152Q284 184 272 256Q244 276 222 262Q230 204 216 160Z" fill="#e3a860"/><path d="M200 \
        140Q152 150 164 262Q200 282 236 262Q248 150 200 140Z" fill="#eab36c"/></g><path d="M188 \
        166Q180 190 182 214M142 190Q136 206 138 222M258 186Q264 202 262 220" stroke="#fff1d6" \
        stroke-width="8" fill="none" stroke-linecap="round" opacity="0.7"/>
        """)

    private static let swirl: HTML = .markup(
        """
        <path d="M84 236Q78 168 150 160H250Q322 168 316 236Q318 286 284 288H116Q82 286 84 236Z" \
        fill="#dc9a50" stroke="#b06c2d" stroke-width="6"/><path d="M132 166Q118 216 134 284M180 \
        160Q164 220 180 286M228 160Q214 220 230 286M274 168Q264 220 276 282" fill="none" \
        stroke="#b06c2d" stroke-width="7" stroke-linecap="round"/><ellipse cx="96" cy="246" \
        rx="12" ry="16" fill="#4f2d1a"/><ellipse cx="304" cy="246" rx="12" ry="16" fill="#4f2d1a"/>
        """)

    private static let brownie: HTML = .markup(
        """
        <path d="M96 214L210 176L312 206V268L200 300L96 272Z" fill="#4a2a1c"/><path d="M96 \
        214L210 176L312 206L200 244Z" fill="#6b4029"/><path d="M200 244V300" stroke="#3a2015" \
        stroke-width="5"/><g fill="#d9a774"><ellipse cx="178" cy="206" rx="14" ry="6"/><ellipse \
        cx="236" cy="208" rx="14" ry="6"/><ellipse cx="206" cy="226" rx="12" ry="5"/></g>
        """)

    private static let scone: HTML = .markup(
        """
        <path d="M104 246Q92 214 118 206Q102 166 160 158Q214 134 268 162Q308 174 290 210Q312 222 \
        298 250Q304 290 266 290H136Q100 290 104 246Z" fill="#e3b77c" stroke="#bd8444" \
        stroke-width="6"/><path d="M118 222Q200 240 284 222" fill="none" stroke="#bd8444" \
        stroke-width="7" stroke-linecap="round"/><g fill="#7a3b4d"><circle cx="164" cy="190" \
        r="9"/><circle cx="222" cy="178" r="9"/><circle cx="248" cy="252" r="9"/><circle cx="176" \
        cy="262" r="8"/></g>
        """)

    private static let cookie: HTML = .markup(
        """
        <ellipse cx="200" cy="212" rx="100" ry="92" fill="#d3985a"/><ellipse cx="200" cy="204" \
        rx="92" ry="82" fill="#dfa96c"/><g fill="#4f2d1a"><circle cx="160" cy="176" r="13"/>\
        <circle cx="226" cy="162" r="11"/><circle cx="252" cy="214" r="14"/><circle cx="194" \
        cy="226" r="12"/><circle cx="146" cy="232" r="11"/><circle cx="222" cy="262" r="10"/></g>
        """)

    private static let muffin: HTML = .markup(
        """
        <path d="M126 206H274L254 292Q200 306 146 292Z" fill="#c0782c"/><path d="M152 210L164 \
        294M184 210L188 298M216 210L212 298M248 210L236 294" stroke="#8f5a20" stroke-width="7"/>\
        <path d="M112 212Q96 156 150 142Q170 100 206 112Q256 100 262 148Q304 158 288 212Q200 232 \
        112 212Z" fill="#e3b074"/><g fill="#5a3a6b"><circle cx="164" cy="172" r="11"/><circle \
        cx="216" cy="150" r="11"/><circle cx="244" cy="190" r="11"/><circle cx="196" cy="196" \
        r="9"/></g>
        """)

    private static let cake: HTML = .markup(
        """
        <path d="M92 228L258 150L314 214V276L92 290Z" fill="#e9c58f"/><path d="M92 228L258 \
        150L314 214L92 228Z" fill="#fff5e4"/><path d="M92 252L314 238V252L92 268Z" \
        fill="#b0395a"/><circle cx="246" cy="158" r="19" fill="#b0395a"/>
        """)

    private static let sandwich: HTML = .markup(
        """
        <path d="M84 216Q86 142 200 140Q314 142 316 216Z" fill="#d9a05c"/><path d="M80 216H320Q\
        322 240 300 236Q284 252 262 238Q240 254 216 238Q192 254 170 238Q148 254 124 238Q100 250 \
        84 236Q74 232 80 216Z" fill="#8fae5d"/><path d="M86 240H314V258H86Z" fill="#e8b24a"/>\
        <path d="M86 256H314Q316 290 286 290H114Q84 290 86 256Z" fill="#cf934f"/>
        """)

    private static let bagel: HTML = .markup(
        """
        <ellipse cx="200" cy="220" rx="112" ry="80" fill="#c98742"/><ellipse cx="200" cy="208" \
        rx="108" ry="70" fill="#dfa25c"/><ellipse cx="200" cy="206" rx="36" ry="20" \
        fill="#8a5a2a"/><g fill="#fff1d6"><ellipse cx="136" cy="186" rx="9" ry="5"/><ellipse \
        cx="180" cy="164" rx="9" ry="5"/><ellipse cx="240" cy="172" rx="9" ry="5"/><ellipse \
        cx="276" cy="212" rx="9" ry="5"/><ellipse cx="150" cy="236" rx="9" ry="5"/><ellipse \
        cx="232" cy="250" rx="9" ry="5"/></g>
        """)

    private static let toast: HTML = .markup(
        """
        <path d="M104 172Q92 132 140 130H260Q308 132 296 172V272Q296 288 280 288H120Q104 288 104 \
        272Z" fill="#b87a3c"/><path d="M120 176Q112 146 146 146H254Q288 146 280 176V262Q280 272 \
        270 272H130Q120 272 120 262Z" fill="#efcf98"/><path d="M140 186Q170 158 200 180T262 \
        184Q270 232 232 246T150 244Q126 220 140 186Z" fill="#9bb85f"/>
        """)

    private static let roll: HTML = .markup(
        """
        <circle cx="200" cy="206" r="96" fill="#dfa96c"/><path d="M200 206q10 -26 -18 -26t-36 \
        34t40 50t74 -34t-30 -88t-100 0t-24 104" fill="none" stroke="#8f5223" stroke-width="13" \
        stroke-linecap="round"/><path d="M130 150q30 -30 70 -32M262 176q16 26 6 56" \
        stroke="#fff5e4" stroke-width="11" fill="none" stroke-linecap="round"/>
        """)

    private static let bowl: HTML = .markup(
        """
        <path d="M86 190H314Q310 290 228 298H172Q90 290 86 190Z" fill="#fffdf9" \
        stroke="currentColor" stroke-opacity="0.28" stroke-width="5"/><ellipse cx="200" cy="190" \
        rx="114" ry="34" fill="#f0dfc4"/><g fill="#b0395a"><circle cx="160" cy="184" r="15"/>\
        <circle cx="196" cy="200" r="13"/></g><g fill="#5a3a6b"><circle cx="228" cy="180" r="12"/>\
        <circle cx="250" cy="196" r="12"/></g><path d="M128 196q14 -22 30 -4" fill="none" \
        stroke="#8fae5d" stroke-width="10" stroke-linecap="round"/>
        """)

    private static let loaf: HTML = .markup(
        """
        <path d="M92 192Q96 132 154 136H262Q318 138 314 196V286H92Z" fill="#b87438"/><path d="M92 \
        192Q96 136 146 136Q204 136 206 194V290H92Z" fill="#e6bd83"/><g fill="#8a5a2a" \
        opacity="0.7"><circle cx="128" cy="198" r="6"/><circle cx="160" cy="178" r="6"/><circle \
        cx="172" cy="222" r="6"/><circle cx="132" cy="246" r="6"/><circle cx="176" cy="262" \
        r="6"/></g>
        """)

    private static let bun: HTML = .markup(
        """
        <path d="M92 270Q78 142 200 138Q322 142 308 270Q306 290 282 290H118Q94 290 92 270Z" \
        fill="#d9964e"/><path d="M132 200Q156 164 200 162" stroke="#fff1d6" stroke-width="11" \
        fill="none" stroke-linecap="round" opacity="0.6"/>
        """)
}
