/// How a drink looks, from which its picture is drawn.
public struct DrinkRecipe: Hashable, Sendable {
    /// What it is served in.
    public enum Vessel: String, CaseIterable, Hashable, Sendable {
        /// A cup with a handle.
        case cup
        /// An espresso cup.
        case demitasse
        /// A tall glass.
        case glass
        /// A paper cup to take away.
        case paperCup
        /// A plate, for what isn't a drink.
        case plate
    }

    /// One thing in the vessel, by its look.
    public enum Ingredient: String, CaseIterable, Hashable, Sendable {
        /// Espresso.
        case espresso
        /// Filter coffee.
        case coffee
        /// Cold brew.
        case coldBrew
        /// Cow's milk.
        case milk
        /// A plant drink.
        case plantMilk
        /// Espresso and milk mixed.
        case milkCoffee
        /// Chocolate.
        case chocolate
        /// Matcha.
        case matcha
        /// Black tea.
        case blackTea
        /// Green or herbal tea.
        case greenTea
        /// Chai.
        case chai
        /// Water.
        case water
        /// Orange juice.
        case juice
        /// Lemonade.
        case lemonade
        /// Berries.
        case berry
        /// Vanilla or caramel syrup.
        case syrup
    }

    /// One layer, from the bottom up.
    public struct Layer: Hashable, Sendable {
        /// What it is of.
        public let ingredient: Ingredient
        /// Its share of the height, against the other layers.
        public let parts: Int

        /// A layer of `parts` parts.
        public init(_ ingredient: Ingredient, _ parts: Int) {
            self.ingredient = ingredient
            self.parts = parts
        }
    }

    /// What it is served in.
    public var vessel: Vessel
    /// From the bottom up.
    public var layers: [Layer]
    /// Milk foam on top.
    public var hasFoam: Bool
    /// Ice cubes in it.
    public var hasIce: Bool
    /// What lies on the plate, by name of a drawing ("croissant"); nil for drinks.
    public var food: String?

    /// A recipe.
    public init(
        vessel: Vessel, layers: [Layer], hasFoam: Bool = false, hasIce: Bool = false,
        food: String? = nil
    ) {
        self.vessel = vessel
        self.layers = layers
        self.hasFoam = hasFoam
        self.hasIce = hasIce
        self.food = food
    }
}

/// What choosing a modifier or a size does to a drink's picture.
public enum PictureChange: Hashable, Sendable {
    /// Milk is taken from a plant.
    case plantMilk
    /// Ice, in a glass.
    case iced
    /// One more part of an ingredient.
    case add(DrinkRecipe.Ingredient)
    /// A larger or smaller drawing, in percent of the usual height.
    case scale(Int)
}
