// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An action that opens an address.
///
/// ```swift
/// @Environment(\.openURL) private var openURL
/// // ...
/// Button("Help") { openURL(URL(string: "https://example.org/help")!) }
/// ```
///
/// By default the page opens the address in a new tab, or in its own tab if the browser does not
/// allow a new one: browsers allow it only shortly after an action of the user. An address that a
/// ``Link`` refuses is not opened, for example one with the scheme `javascript`.
///
/// A view can set an action of its own, which also handles each ``Link`` in the view:
///
/// ```swift
/// content.environment(\.openURL, OpenURLAction { url in
///   selection = url
///   return .handled
/// })
/// ```
@MainActor public struct OpenURLAction: Sendable {
  /// The result of a handler.
  public struct Result: Sendable {
    fileprivate enum Kind: Sendable {
      case handled, discarded
      case system(URL?)
    }

    fileprivate let kind: Kind

    /// The handler has opened the address.
    public static let handled = Result(kind: .handled)
    /// The address is not opened.
    public static let discarded = Result(kind: .discarded)
    /// The page opens the address.
    public static let systemAction = Result(kind: .system(nil))

    /// The page opens another address.
    public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
  }

  /// The handler of a view: an object, so that two actions can be compared.
  final class Handler: Sendable {
    let run: @MainActor (URL) -> Result

    init(_ run: @escaping @MainActor (URL) -> Result) { self.run = run }
  }

  /// The handler that a view has set, or nil.
  nonisolated let handler: Handler?
  private let browser: BrowserBox?

  /// Creates an action with a handler.
  ///
  /// Only an action that a view reads from the environment opens addresses in the page.
  public init(handler: @escaping (URL) -> Result) {
    self.init(Handler(onMain(handler)), on: nil)
  }

  nonisolated init(_ handler: Handler?, on browser: BrowserBox?) {
    self.handler = handler
    self.browser = browser
  }

  /// Opens an address.
  public func callAsFunction(_ url: URL) { _ = open(url) }

  /// Opens an address, and reports whether it was accepted, before this method returns.
  ///
  /// An address for the page is not accepted if its scheme is not allowed, if the page has ended,
  /// or if 100 opened addresses wait for the page, for example while it is disconnected.
  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
    completion(open(url))
  }

  private func open(_ url: URL) -> Bool {
    switch handler?.run(url).kind ?? .system(nil) {
    case .handled: true
    case .discarded: false
    case .system(let other): browser?.open(other ?? url) ?? false
    }
  }
}

extension EnvironmentValues {
  /// The action that opens addresses.
  public var openURL: OpenURLAction {
    get { OpenURLAction(self[own: OpenURLAction.Handler.self], on: self[own: BrowserBox.self]) }
    set { self[own: OpenURLAction.Handler.self] = newValue.handler }
  }
}
