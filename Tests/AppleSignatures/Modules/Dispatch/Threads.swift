// SPDX-License-Identifier: Apache-2.0

// The signatures that the tests use.

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { fatalError() }
}
open class DispatchGroup: @unchecked Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}
public struct DispatchQoS: Equatable, Sendable {
  public enum QoSClass: Sendable { case `default`, userInitiated, utility, background }
}
extension DispatchQueue {
  public convenience init(label: String) { fatalError() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  public func suspend() {}
  public func resume() {}
}
