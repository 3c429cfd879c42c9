import CremaDomain

/// The outline of a vessel in a square of 400: a body that narrows towards its foot.
struct VesselShape {
    let top: Int
    let bottom: Int
    let halfTop: Int
    let halfBottom: Int
    /// Rise of the rim's near edge: how far from above one looks.
    let depth: Int
    let hasHandle: Bool
    let hasSaucer: Bool

    /// - Parameter scale: height and width in percent of the usual.
    init(_ vessel: DrinkRecipe.Vessel, scale: Int) {
        let base: (height: Int, halfTop: Int, halfBottom: Int, depth: Int, foot: Int)
        switch vessel {
        case .cup: base = (166, 104, 66, 15, 318)
        case .demitasse: base = (112, 70, 46, 11, 312)
        case .glass: base = (234, 78, 60, 12, 340)
        case .paperCup: base = (226, 82, 58, 12, 340)
        case .plate: base = (0, 150, 150, 22, 318)
        }
        let bounded = min(max(scale, 60), 120)
        // A larger drink is higher rather than wider, as cups are.
        let wide = 100 + (bounded - 100) / 2
        bottom = base.foot
        top = base.foot - base.height * bounded / 100
        halfTop = base.halfTop * wide / 100
        halfBottom = base.halfBottom * wide / 100
        depth = base.depth
        hasHandle = vessel == .cup || vessel == .demitasse
        hasSaucer = hasHandle
    }

    /// Half of the width at a height.
    func half(at y: Int) -> Int {
        guard bottom > top else { return halfTop }
        return halfTop - (halfTop - halfBottom) * (y - top) / (bottom - top)
    }

    /// A slice between two heights, both edges curved as the rim is.
    func slice(from upper: Int, to lower: Int) -> String {
        let (a, b) = (half(at: upper), half(at: lower))
        let isFoot = lower >= bottom
        let round = isFoot ? min(26, (lower - upper) / 2) : 0
        if round > 2 {
            let c = half(at: lower - round)
            return "M\(200 - a) \(upper)L\(200 - c) \(lower - round)"
                + "Q\(200 - b) \(lower) \(200 - b + round) \(lower + depth / 2)"
                + "Q200 \(lower + depth) \(200 + b - round) \(lower + depth / 2)"
                + "Q\(200 + b) \(lower) \(200 + c) \(lower - round)L\(200 + a) \(upper)Z"
        }
        return
            "M\(200 - a) \(upper)L\(200 - b) \(lower)Q200 \(lower + depth * 2) \(200 + b) \(lower)"
            + "L\(200 + a) \(upper)Z"
    }

    var outline: String { slice(from: top, to: bottom) }
}

extension DrinkRecipe.Ingredient {
    /// Its colour, the same in light and dark: coffee stays brown.
    var color: String {
        switch self {
        case .espresso: "#3b2014"
        case .coffee: "#4f2d1a"
        case .coldBrew: "#452818"
        case .milk: "#f6ead8"
        case .plantMilk: "#e8d5b5"
        case .milkCoffee: "#c79867"
        case .chocolate: "#5d3524"
        case .matcha: "#8fae5d"
        case .blackTea: "#a9561f"
        case .greenTea: "#bdb45f"
        case .chai: "#c08a57"
        case .water: "#bcd9e2"
        case .juice: "#f2a03d"
        case .lemonade: "#f0dc82"
        case .berry: "#b0395a"
        case .syrup: "#c0782c"
        }
    }
}

extension DrinkRecipe {
    /// The recipe as a choice makes it; and its scale in percent.
    func changed(by changes: [(change: PictureChange, count: Int)]) -> (DrinkRecipe, scale: Int) {
        var recipe = self
        var scale = 100
        for (change, count) in changes {
            switch change {
            case .plantMilk:
                recipe.layers = recipe.layers.map {
                    $0.ingredient == .milk ? Layer(.plantMilk, $0.parts) : $0
                }
            case .iced:
                recipe.hasIce = true
                recipe.hasFoam = false
                if recipe.vessel == .cup || recipe.vessel == .demitasse { recipe.vessel = .glass }
            case .add(let ingredient):
                recipe.add(ingredient, parts: count)
            case .scale(let percent):
                scale = scale * percent / 100
            }
        }
        return (recipe, scale)
    }

    private mutating func add(_ ingredient: Ingredient, parts: Int) {
        if let known = layers.firstIndex(where: { $0.ingredient == ingredient }) {
            layers[known] = Layer(ingredient, layers[known].parts + parts)
        } else if ingredient == .syrup {
            layers.insert(Layer(ingredient, parts), at: 0)
        } else {
            layers.append(Layer(ingredient, parts))
        }
    }
}
