// SPDX-License-Identifier: Apache-2.0

/// Finds components of an observed key path that can trap: force unwraps and array subscripts.
///
/// Only `debugDescription` exposes the components of a key path: a force unwrap appears as `!`, an
/// array subscript as the address of its getter, or as the name that the runtime finds for it.
enum KeyPathCheck {
  /// Reports the key paths of a selector that can trap; does nothing in release builds.
  static func inspect(_ identity: SelectorIdentity) {
    #if DEBUG
      let checks = SelectorChecks.global
      guard checks.trappingKeyPaths != .never else { return }
      for keyPath in identity.keyPaths {
        guard let trap = trap(in: keyPath) else { continue }
        // The description of a key path has only the short name of its root type, such as `State`.
        let name = "\(String(reflecting: type(of: keyPath))) \(keyPath.debugDescription)"
        guard checks.trappingKeyPaths.allows(Diagnostics.recordFirst("key path \(name)")) else {
          continue
        }
        checks.report(trap.message(keyPath))
      }
    #endif
  }

  enum Trap: Equatable {
    case index
    case forcedUnwrap

    func message(_ keyPath: AnyKeyPath) -> String {
      let (what, remedy) =
        switch self {
        case .index:
          (
            "an index into an array, as in \\.list[2]. When the array is too short",
            """
            Use a selector that checks the index, as in StateSelector { \
            $0.list.indices.contains(2) ? $0.list[2] : nil }, or keep the values in an EntityTable \
            and watch .row(id, of: \\.table)
            """
          )
        case .forcedUnwrap:
          (
            "a forced unwrap, as in \\.user!.name. When the value is nil",
            "Watch \\.user?.name instead"
          )
        }
      return """
        Millrace: an observed \(type(of: keyPath)) \(KeyPathCheck.words(for: keyPath)) contains \
        \(what), the process traps. After a commit the store can read an observed key path before \
        an observer or a view that no longer needs the key path is removed. \(remedy).
        """
    }
  }

  /// Returns the kind of a component that can trap, or nil; with both kinds, the forced unwrap.
  static func trap(in keyPath: AnyKeyPath) -> Trap? {
    let text = keyPath.debugDescription
    if text.contains("!") { return .forcedUnwrap }
    return indices.contains { text.contains($0) } ? .index : nil
  }

  /// A `debugDescription` with `[…]` instead of the array subscripts.
  static func words(for keyPath: AnyKeyPath) -> String {
    var text = keyPath.debugDescription[...]
    for index in indices {
      while let start = text.firstRange(of: "." + index),
        let end = index.hasSuffix("(")
          ? text[start.upperBound...].firstRange(of: ")>")?.upperBound : start.upperBound
      {
        text.replaceSubrange(start.lowerBound..<end, with: "[…]")
      }
    }
    return String(text)
  }

  /// The texts of the array subscripts in a `debugDescription`.
  ///
  /// The runtime can give several getters the name of the symbol before them. A name that is not
  /// only that of the subscript is not used.
  private static let indices: [Substring] = {
    let known: [AnyKeyPath] = [\[Int].[0], \ArraySlice<Int>.[0], \ContiguousArray<Int>.[0]]
    let others: [AnyKeyPath] = [\[Int].count, \[Int].first, \[Int].last, \[Int].isEmpty]
    let names = Set(others.map { getter(in: $0.debugDescription) })
    return known.map { getter(in: $0.debugDescription) }.filter { !names.contains($0) }
  }()

  /// Returns the text of a getter in the description of a key path with one component: its address,
  /// as in `<computed 0x7f80 (`, or its name.
  static func getter(in text: String) -> Substring {
    let component = text[(text.firstIndex(of: ".") ?? text.startIndex)...].dropFirst()
    guard component.hasPrefix("<computed"), let end = component.firstIndex(of: "(") else {
      return component
    }
    return component[...end]
  }
}
