// SPDX-License-Identifier: Apache-2.0

/// What a button is for, where that matters for its looks.
public struct ButtonRole: Hashable, Sendable {
  let name: String

  /// The button destroys something.
  public static let destructive = ButtonRole(name: "destructive")
  /// The button leaves everything as it was.
  public static let cancel = ButtonRole(name: "cancel")
}
