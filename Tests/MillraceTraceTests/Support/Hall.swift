// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting

/// A state with tables in several places.
struct Hall: Codable, Sendable {
  struct Guest: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var weight = 1.5
    var tags: [String] = []
  }

  var guests = EntityTable<Guest>(sortedBy: \.name)
  var rooms: [String: EntityTable<Guest>] = [:]
  var waiting: EntityTable<Guest>?
  var notes: [String] = []
  var count = 0

  /// Makes one random change, which may change nothing.
  mutating func change(using random: inout SeededGenerator) {
    let id = Int.random(in: 0..<40, using: &random)
    let name = String((0..<2).compactMap { _ in "abcdef".randomElement(using: &random) })
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4: guests[id: id]?.weight += 1
    case 4: guests[id: id]?.name = name
    case 5: guests.upsertOne(Guest(id: id, name: name))
    case 6: guests.removeOne(id)
    case 7: guests.addMany((40..<55).map { Guest(id: $0, name: name) })
    case 8: guests.removeAll { $0.id % 3 == id % 3 }
    case 9: rooms[name.first == "a" ? "a" : "b", default: .init()].setOne(Guest(id: id, name: name))
    case 10: rooms["b"]?[id: id]?.tags.append(name)
    case 11: waiting = waiting == nil ? EntityTable(guests.prefix(3)) : nil
    case 12: waiting?[id: id]?.name = name
    case 13: notes.append(name)
    case 14: guests = EntityTable(guests.map { $0 }, sortedBy: \.name)
    default: count += 1
    }
  }
}
