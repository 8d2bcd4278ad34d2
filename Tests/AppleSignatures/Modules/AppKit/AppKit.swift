// SPDX-License-Identifier: Apache-2.0

// The signatures that the app of the samples uses.

@_exported import Foundation

@MainActor @preconcurrency open class NSApplication: NSObject {
  public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }
  open class var shared: NSApplication { fatalError() }
  @discardableResult
  open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { fatalError() }
  open func activate() {}
}
