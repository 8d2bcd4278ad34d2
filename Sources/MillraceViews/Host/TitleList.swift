// SPDX-License-Identifier: Apache-2.0

/// The titles that views ask for; the one that came last counts.
struct TitleList {
  private var titles: [(owner: ObjectIdentifier, title: String)] = []

  /// The title that counts now.
  var current: String { titles.last?.title ?? "" }

  /// Sets the title of an owner.
  mutating func set(_ title: String, for owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    if let index = titles.firstIndex(where: { $0.owner == owner }) {
      titles[index].title = title
    } else {
      titles.append((owner, title))
    }
  }

  /// Removes the title of an owner.
  mutating func remove(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    titles.removeAll { $0.owner == owner }
  }
}
