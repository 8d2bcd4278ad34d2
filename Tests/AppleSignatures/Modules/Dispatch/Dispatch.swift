// SPDX-License-Identifier: Apache-2.0

// Signatures only.

open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) { fatalError() }
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {
    fatalError()
  }
}
public final class DispatchSpecificKey<T> {
  public init() { fatalError() }
}
extension DispatchSpecificKey: Sendable where T: Sendable {}
