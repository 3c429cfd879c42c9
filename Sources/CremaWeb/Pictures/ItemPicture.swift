package import CremaDomain

/// An item's picture: the shop's photo, or a drawing from its recipe that follows the choice, or
/// its first letter.
package enum ItemPicture {
    /// - Parameters:
    ///   - choices: modifiers taken, and how often.
    ///   - label: what it shows, for those who can't see it; nil where its name stands beside it.
    package static func html(
        _ item: MenuItem, size: ItemSize? = nil,
        choices: [(modifier: Modifier, count: Int)] = [], label: String? = nil
    ) -> HTML {
        if let photo = item.photo {
            return .void(
                "img",
                [
                    .src(.photo(photo)), Attribute("alt", label ?? ""),
                    Attribute("loading", "lazy"), Attribute("decoding", "async"),
                    Attribute("width", "320"), Attribute("height", "320"),
                ])
        }
        guard let recipe = item.recipe else { return letter(item.name.text, label: label) }
        var changes = choices.compactMap { choice in
            choice.modifier.pictureChange.map { (change: $0, count: choice.count) }
        }
        if let size, size.pictureScale != 100 {
            changes.append((change: .scale(size.pictureScale), count: 1))
        }
        let (changed, scale) = recipe.changed(by: changes)
        return svg(label: label, drawing(changed, scale: scale))
    }

    private static func drawing(_ recipe: DrinkRecipe, scale: Int) -> [HTML] {
        switch recipe.vessel {
        case .plate: FoodDrawing.pieces(recipe.food ?? "")
        case .paperCup: paperCup(recipe, VesselShape(.paperCup, scale: scale))
        case .cup, .demitasse, .glass:
            vessel(recipe, VesselShape(recipe.vessel, scale: scale))
        }
    }

    // MARK: Drinks

    private static func vessel(_ recipe: DrinkRecipe, _ shape: VesselShape) -> [HTML] {
        var pieces = [shadow(shape)]
        if shape.hasHandle { pieces.append(handle(shape)) }
        pieces.append(path(shape.outline, fill: "#fffdf9", opacity: "0.9"))
        let surface = shape.top + (shape.bottom - shape.top) / 7
        pieces += layers(recipe, shape, surface: surface)
        if recipe.hasIce { pieces += ice(shape, surface: surface) }
        pieces.append(top(recipe, shape, surface: surface))
        pieces.append(
            path(shape.outline, fill: "none", stroke: "currentColor", width: "5", opacity: "0.28"))
        pieces.append(
            ellipse(
                200, shape.top, shape.halfTop, shape.depth, fill: "none", stroke: "currentColor",
                opacity: "0.28"))
        if recipe.hasIce { pieces.append(straw(shape)) } else { pieces.append(steam(shape)) }
        return pieces
    }

    /// From the foot up, each over the one below it.
    private static func layers(
        _ recipe: DrinkRecipe, _ shape: VesselShape, surface: Int
    ) -> [HTML] {
        let total = recipe.layers.reduce(0) { $0 + max(0, $1.parts) }
        guard total > 0 else { return [] }
        var pieces: [HTML] = []
        var poured = 0
        let room = shape.bottom - surface
        for layer in recipe.layers where layer.parts > 0 {
            let lower = shape.bottom - room * poured / total
            poured += layer.parts
            let upper = shape.bottom - room * poured / total
            pieces.append(
                path(shape.slice(from: upper, to: lower), fill: layer.ingredient.color))
        }
        return pieces
    }

    /// What one sees from above: foam with a leaf on it, or the drink itself.
    private static func top(_ recipe: DrinkRecipe, _ shape: VesselShape, surface: Int) -> HTML {
        let half = shape.half(at: surface)
        let last = recipe.layers.last?.ingredient ?? .water
        guard recipe.hasFoam else {
            return group {
                ellipse(200, surface, half, shape.depth, fill: last.color)
                ellipse(200, surface, half, shape.depth, fill: "#fff", opacity: "0.14")
            }
        }
        let foam = surface - 10
        return group {
            path(
                "M\(200 - half) \(surface)V\(foam)H\(200 + half)V\(surface)"
                    + "Q200 \(surface + shape.depth * 2) \(200 - half) \(surface)Z",
                fill: "#fff8ec")
            ellipse(200, foam, shape.half(at: foam), shape.depth, fill: "#fffaf1")
            ellipse(200, foam, half / 2, shape.depth / 2, fill: "#d9b184", opacity: "0.75")
        }
    }

    private static func ice(_ shape: VesselShape, surface: Int) -> [HTML] {
        let side = max(34, shape.halfTop / 2)
        let places = [(-side - 8, 18, -9), (6, 10, 12), (-side / 2, side + 26, 20)]
        return places.map { x, y, turn in
            .void(
                "rect",
                [
                    number("x", 200 + x), number("y", surface + y), number("width", side),
                    number("height", side), number("rx", 9), Attribute("fill", "#fff"),
                    Attribute("opacity", "0.5"),
                    Attribute(
                        "transform",
                        "rotate(\(turn) \(200 + x + side / 2) \(surface + y + side / 2))"),
                ])
        }
    }

    private static func straw(_ shape: VesselShape) -> HTML {
        path(
            "M\(214) \(shape.top + 26)L\(258) \(shape.top - 56)", fill: "none",
            stroke: "#8f4a17", width: "11", opacity: "0.75")
    }

    private static func steam(_ shape: VesselShape) -> HTML {
        let y = shape.top - 34
        return path(
            "M176 \(y)q-14 -18 0 -36t0 -36M224 \(y)q-14 -18 0 -36t0 -36", fill: "none",
            stroke: "currentColor", width: "6", opacity: "0.13")
    }

    private static func handle(_ shape: VesselShape) -> HTML {
        let x = 200 + shape.halfTop - 8
        let height = shape.bottom - shape.top
        let y = shape.top + height / 6
        return path(
            "M\(x) \(y)q\(height / 2) 0 \(height / 3) \(height / 3)t-\(height / 2) \(height / 4)",
            fill: "none", stroke: "currentColor", width: "11", opacity: "0.26")
    }

    private static func shadow(_ shape: VesselShape) -> HTML {
        let half = shape.hasSaucer ? shape.halfTop + 34 : shape.halfBottom + 22
        return group {
            ellipse(200, shape.bottom + 16, half, 15, fill: "currentColor", opacity: "0.1")
            if shape.hasSaucer {
                ellipse(
                    200, shape.bottom + 9, half - 6, 13, fill: "#fffdf9", stroke: "currentColor",
                    opacity: "0.55")
            }
        }
    }

    /// Paper is opaque: the band around it tells what is inside.
    private static func paperCup(_ recipe: DrinkRecipe, _ shape: VesselShape) -> [HTML] {
        let color = recipe.layers.max { $0.parts < $1.parts }?.ingredient.color ?? "#c79867"
        let height = shape.bottom - shape.top
        let (upper, lower) = (shape.top + height / 3, shape.bottom - height / 4)
        let half = shape.halfTop + 8
        return [
            ellipse(
                200, shape.bottom + 12, shape.halfBottom + 22, 13, fill: "currentColor",
                opacity: "0.1"),
            path(shape.outline, fill: "#fbf3e6"),
            path(shape.slice(from: upper, to: lower), fill: color),
            path(shape.outline, fill: "none", stroke: "currentColor", width: "5", opacity: "0.22"),
            path(
                "M\(200 - half) \(shape.top + 6)Q\(200 - half) \(shape.top - 26) "
                    + "\(200 - half + 26) \(shape.top - 30)H\(200 + half - 26)"
                    + "Q\(200 + half) \(shape.top - 26) \(200 + half) \(shape.top + 6)Z",
                fill: "#fffdf9", stroke: "currentColor", width: "5", opacity: "0.8"),
        ]
    }

    private static func letter(_ name: String, label: String?) -> HTML {
        let first = name.first.map { String($0).uppercased() } ?? "?"
        return svg(
            label: label,
            [
                .element(
                    "text",
                    [
                        number("x", 200), number("y", 262), number("font-size", 170),
                        Attribute("text-anchor", "middle"), Attribute("fill", "currentColor"),
                        Attribute("opacity", "0.35"), Attribute("font-weight", "700"),
                    ], [.text(first)])
            ])
    }
}

// MARK: SVG

func svg(label: String?, _ pieces: [HTML]) -> HTML {
    let spoken: [Attribute] =
        label.map { [.role("img"), .label(Words.withoutDirectionMarks($0))] } ?? [.unspoken]
    return .element("svg", [Attribute("viewBox", "0 0 400 400")] + spoken, pieces)
}

func number(_ name: StaticString, _ value: Int) -> Attribute { Attribute(name, String(value)) }

func path(
    _ line: String, fill: String, stroke: String? = nil, width: String? = nil,
    opacity: String? = nil
) -> HTML {
    .element(
        "path",
        [
            Attribute("d", line), Attribute("fill", fill), Attribute("stroke", optional: stroke),
            Attribute("stroke-width", optional: width),
            Attribute("stroke-linecap", optional: stroke == nil ? nil : "round"),
            Attribute("opacity", optional: opacity),
        ], [])
}

func ellipse(
    _ x: Int, _ y: Int, _ halfWidth: Int, _ halfHeight: Int, fill: String, stroke: String? = nil,
    opacity: String? = nil
) -> HTML {
    .element(
        "ellipse",
        [
            number("cx", x), number("cy", y), number("rx", halfWidth), number("ry", halfHeight),
            Attribute("fill", fill), Attribute("stroke", optional: stroke),
            Attribute("stroke-width", optional: stroke == nil ? nil : "4"),
            Attribute("opacity", optional: opacity),
        ], [])
}
