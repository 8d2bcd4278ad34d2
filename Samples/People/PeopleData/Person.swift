// SPDX-License-Identifier: Apache-2.0

/// A person.
///
/// The list shows, sorts and searches the name and the city.
public struct Person: Identifiable, Equatable, Codable, Sendable {
  /// The identifier of the person, which never changes.
  public let id: Int
  /// The first and last name.
  public var name: String
  /// The city where the person lives.
  public var city: String

  /// Creates a person.
  public init(id: Int, name: String, city: String) {
    self.id = id
    self.name = name
    self.city = city
  }
}

/// The number of visits of a person.
///
/// The number changes often, and the people are neither searched nor sorted by it. Therefore visits
/// have their own table, and a visit does not change the table of people.
public struct Visits: Identifiable, Equatable, Codable, Sendable {
  /// The id of the person.
  public let id: Person.ID
  /// The number of visits.
  public var count: Int

  /// Creates the number of visits of a person.
  public init(id: Person.ID, count: Int) {
    self.id = id
    self.count = count
  }
}
