// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The orders in which people can be sorted.
public enum PeopleSort: String, CaseIterable, Codable, Sendable {
  /// By name, then by city.
  case name
  /// By city, then by name.
  case city

  /// The order for the table of people.
  public var order: EntityOrder<Person> {
    switch self {
    case .name: Self.byName
    case .city: Self.byCity
    }
  }

  // Constants, because an order made of a closure is equal only to its own copies.
  private static let byName = EntityOrder<Person> {
    $0.name == $1.name ? $0.city < $1.city : $0.name < $1.name
  }
  private static let byCity = EntityOrder<Person> {
    $0.city == $1.city ? $0.name < $1.name : $0.city < $1.city
  }
}
