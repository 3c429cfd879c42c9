import CremaDomain

extension DrinkRecipe {
    init(members: KeyedDecodingContainer<MemberName>) throws {
        guard let vessel: Vessel = try members.word("vessel") else {
            throw members.problem("vessel", "A vessel is needed.")
        }
        self.init(
            vessel: vessel,
            layers: try members.objects("layers") { layer in
                guard let ingredient: Ingredient = try layer.word("ingredient") else {
                    throw layer.problem("ingredient", "An ingredient is needed.")
                }
                return Layer(ingredient, try layer.integer("parts") ?? 1)
            },
            hasFoam: try members.decodeIfPresent(Bool.self, forKey: "hasFoam") ?? false,
            hasIce: try members.decodeIfPresent(Bool.self, forKey: "hasIce") ?? false,
            food: try members.decodeIfPresent(String.self, forKey: "food"))
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(vessel.rawValue, forKey: "vessel")
        try members.encodeObjects(layers, forKey: "layers") { layer, members in
            try members.encode(layer.ingredient.rawValue, forKey: "ingredient")
            try members.encode(layer.parts, unless: 1, forKey: "parts")
        }
        try members.encode(hasFoam, unless: false, forKey: "hasFoam")
        try members.encode(hasIce, unless: false, forKey: "hasIce")
        try members.encodeIfPresent(food, forKey: "food")
    }
}

/// What a modifier does to a picture: "plantMilk", "iced", {"add": "espresso"} or {"scale": 120}.
struct PictureChangeDocument: Codable {
    let change: PictureChange

    init(_ change: PictureChange) {
        self.change = change
    }

    init(from decoder: any Decoder) throws {
        do {
            let word = try decoder.singleValueContainer()
            switch try word.decode(String.self) {
            case "plantMilk": change = .plantMilk
            case "iced": change = .iced
            default:
                throw DecodingError.dataCorruptedError(
                    in: word, debugDescription: "plantMilk or iced is expected here.")
            }
        } catch DecodingError.typeMismatch {
            let members = try decoder.container(keyedBy: MemberName.self)
            if let ingredient: DrinkRecipe.Ingredient = try members.word("add") {
                change = .add(ingredient)
            } else {
                change = .scale(try members.neededInteger("scale"))
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch change {
        case .plantMilk, .iced:
            var value = encoder.singleValueContainer()
            try value.encode(change == .iced ? "iced" : "plantMilk")
        case .add(let ingredient):
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(ingredient.rawValue, forKey: "add")
        case .scale(let percent):
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(percent, forKey: "scale")
        }
    }
}
