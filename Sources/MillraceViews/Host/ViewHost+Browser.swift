// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a page reports about its browser.
public struct BrowserState: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The user prefers dark colours.
  public static let dark = BrowserState(rawValue: 1)
  /// The user prefers few animations.
  public static let reducedMotion = BrowserState(rawValue: 2)
  /// The window is narrow: the columns of a split view are below each other.
  public static let narrow = BrowserState(rawValue: 4)
  /// The user does not see the page.
  public static let hidden = BrowserState(rawValue: 8)
  /// All that a page reports.
  public static let all: BrowserState = [.dark, .reducedMotion, .narrow, .hidden]

  /// A page has reported the state of its browser.
  static let reported = BrowserState(rawValue: 16)
}

/// The state of the browser of a host.
///
/// It is an object in the environment. Therefore a change runs only the bodies that have read the
/// changed part, and visits no other view.
@MainActor final class BrowserBox {
  weak var host: ViewHost?
  private var state = BrowserState()
  /// The parts that bodies have read.
  private var parts: [Int: StateStorage<Bool>] = [:]

  nonisolated init() {}

  /// Whether a part is set; a body that reads it runs again when it changes.
  func shows(_ part: BrowserState) -> Bool {
    guard Tracker.current != nil else { return state.contains(part) }
    let storage = parts[part.rawValue] ?? StateStorage(state.contains(part))
    parts[part.rawValue] = storage
    return storage.value
  }

  /// Makes the page open an address, with the next flush.
  ///
  /// Returns false if its scheme is not allowed, if the host was released or closed, or if too many
  /// addresses wait: without a connection to the page there is no flush.
  func open(_ url: URL) -> Bool {
    guard let host, host.root != nil, host.openedAddresses.count < ViewHost.mostOpenedAddresses,
      var address = LinkAddress.safe(url)
    else { return false }
    if address.hasPrefix("/"), !address.hasPrefix("//") { address = host.basePath + address }
    host.openedAddresses.append(address)
    host.announce()
    return true
  }

  func set(_ new: BrowserState) {
    state = new
    for (part, storage) in parts { storage.value = new.contains(BrowserState(rawValue: part)) }
  }
}

extension ViewHost {
  /// Sets what the page has reported about its browser.
  ///
  /// The environment values `colorScheme`, `scenePhase`, `horizontalSizeClass` and
  /// `accessibilityReduceMotion` depend on it. The event ``ViewEvent/Kind/browser(_:)`` does the
  /// same.
  public func browserShows(_ state: BrowserState) {
    root?.scope.values[own: BrowserBox.self]?.set(state.union(.reported))
  }
}
