// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What the people are sorted by.
public enum PeopleSort: String, CaseIterable, Codable, Sendable {
  /// By name, then by city.
  case name
  /// By city, then by name.
  case city

  /// The rule that the table of people keeps.
  public var order: EntityOrder<Person> {
    switch self {
    case .name: Self.byName
    case .city: Self.byCity
    }
  }

  // Made once: a rule that is a closure is equal to its copies only.
  private static let byName = EntityOrder<Person> {
    $0.name == $1.name ? $0.city < $1.city : $0.name < $1.name
  }
  private static let byCity = EntityOrder<Person> {
    $0.city == $1.city ? $0.name < $1.name : $0.city < $1.city
  }
}
