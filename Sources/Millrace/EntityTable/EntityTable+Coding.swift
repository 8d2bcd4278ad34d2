// SPDX-License-Identifier: Apache-2.0

extension EntityTable: Encodable where Entity: Encodable {
  /// Encodes the entities in their order, as an array does.
  ///
  /// The rule to sort by, the stamp and the changes are left out.
  ///
  /// Complexity: O(n).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for entity in storage.rows { try container.encode(entity) }
  }
}

extension EntityTable: Decodable where Entity: Decodable {
  /// Decodes what ``encode(to:)`` wrote: a table in the recorded order, without a rule to sort by.
  ///
  /// A rule is code and cannot be encoded, so that a table which was sorted does not stay sorted
  /// until it is given its rule with ``sort(by:)``: in the `init(from:)` of the state, or where the
  /// state is loaded. In debug builds the first write to a table that was not, of a type of
  /// entities of which there were sorted tables, prints a warning; `sort(by: nil)` says that it is
  /// meant.
  ///
  /// Complexity: O(n).
  ///
  /// - Throws: What the entities throw, and a `DecodingError` if two of them have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let entity = try container.decode(Entity.self)
      if addOne(entity) { continue }
      let first = index(of: entity.id) ?? 0
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: """
            EntityTable<\(Entity.self)>: the entity at index \(count) has the id \(entity.id), \
            and so has the one at index \(first). Ids of a table are unique; the data was \
            probably not written by a table, or two lists were put together. Decode an array \
            and use setAll to keep the last of each, or addMany to keep the first.
            """))
    }
    storage.isDecoded = true
  }
}
