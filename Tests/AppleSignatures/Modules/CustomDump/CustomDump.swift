// SPDX-License-Identifier: Apache-2.0

// The signatures that MillraceTesting uses.
public struct DiffFormat: Sendable {
  public static let `default` = DiffFormat()
  public static let proportional = DiffFormat()
}
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? { fatalError() }
extension String {
  public init<Subject>(customDumping subject: Subject) { fatalError() }
}
