// SPDX-License-Identifier: Apache-2.0

/// A person: what the list shows, sorts by and is searched for.
public struct Person: Identifiable, Equatable, Codable, Sendable {
  /// Names this person for good.
  public let id: Int
  /// First and last name.
  public var name: String
  /// Where the person lives.
  public var city: String

  /// Creates a person.
  public init(id: Int, name: String, city: String) {
    self.id = id
    self.name = name
    self.city = city
  }
}

/// How often a person came by.
///
/// It changes often and nothing is searched or sorted by it. So it has a table of its own, and a
/// visit is no change of the people.
public struct Visits: Identifiable, Equatable, Codable, Sendable {
  /// The person.
  public let id: Person.ID
  /// How many visits there were.
  public var count: Int

  /// Creates a count for a person.
  public init(id: Person.ID, count: Int) {
    self.id = id
    self.count = count
  }
}
