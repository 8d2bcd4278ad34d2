// SPDX-License-Identifier: Apache-2.0

// Signatures only, of what MillraceTesting uses.
public struct DiffFormat: Sendable {
  public static let `default` = DiffFormat()
  public static let proportional = DiffFormat()
}
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? { fatalError() }
extension String {
  public init<Subject>(customDumping subject: Subject) { fatalError() }
}
