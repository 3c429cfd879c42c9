extension ModifierRequest: JSONReadable {
    package init(_ json: JSONReader) throws(DecodingError) {
        id = try json.text("id")
        quantity = try json.integerIfPresent("quantity")
    }
}

extension LineRequest: JSONReadable {
    package init(_ json: JSONReader) throws(DecodingError) {
        itemId = try json.text("itemId")
        sizeId = try json.textIfPresent("sizeId")
        modifiers = try json.listIfPresent("modifiers")
        quantity = try json.integer("quantity")
        request = try json.textIfPresent("request")
        cupName = try json.textIfPresent("cupName")
        unitPrice = try json.valueIfPresent(SentAmount.self, "unitPrice")
    }
}

extension TenderRequest: JSONReadable {
    package init(_ json: JSONReader) throws(DecodingError) {
        kind = try json.text("kind")
        amount = try json.valueIfPresent(SentAmount.self, "amount")
    }
}

extension QuoteRequest: JSONReadable {
    package init(_ json: JSONReader) throws(DecodingError) {
        locationId = try json.text("locationId")
        fulfilment = try json.text("fulfilment")
        lines = try json.list("lines")
        tip = try json.valueIfPresent(SentAmount.self, "tip")
        codes = try json.textsIfPresent("codes")
    }
}

extension PlaceOrderRequest: JSONReadable {
    package init(_ json: JSONReader) throws(DecodingError) {
        locationId = try json.text("locationId")
        fulfilment = try json.text("fulfilment")
        lines = try json.list("lines")
        tip = try json.valueIfPresent(SentAmount.self, "tip")
        codes = try json.textsIfPresent("codes")
        fingerprint = try json.text("fingerprint")
        customerName = try json.textIfPresent("customerName")
        tenders = try json.listIfPresent("tenders")
        total = try json.valueIfPresent(SentAmount.self, "total")
    }
}
