// SPDX-License-Identifier: Apache-2.0

/// The reasons why the content of a view is not shown.
public struct RedactionReasons: OptionSet, Sendable {
  /// The set as bits, one for each reason.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The content is not loaded yet.
  public static let placeholder = RedactionReasons(rawValue: 1)
  /// The content is private.
  public static let privacy = RedactionReasons(rawValue: 2)
  /// The content is out of date.
  public static let invalidated = RedactionReasons(rawValue: 4)
}

extension EnvironmentValues {
  /// The reasons why the content of a view is not shown.
  public var redactionReasons: RedactionReasons {
    get { self[own: RedactionReasons.self] ?? [] }
    set { self[own: RedactionReasons.self] = newValue }
  }
}

extension View {
  /// Shows bars instead of texts and images in this view, for example while its content is loaded.
  ///
  /// Screen readers do not read the view, and its controls cannot be used: the host refuses their
  /// events. SwiftUI keeps controls enabled; add ``disabled(_:)`` there. The text is still in the
  /// source of the page: a view with private content must leave it out. An empty set changes
  /// nothing. Views can read the reasons as `@Environment(\.redactionReasons)`; on a page the
  /// built-in views show bars for each of them.
  ///
  /// ```swift
  /// ProfileView(profile: profile ?? .example).redacted(reason: profile == nil ? .placeholder : [])
  /// ```
  nonisolated public func redacted(reason: RedactionReasons) -> some View {
    let isRedacted = !reason.isEmpty
    return EnvironmentView(
      content: BoxedView(
        self,
        Box(name: isRedacted ? "mv-g mv-redacted" : "mv-g").with(.inert, isRedacted ? "" : nil)),
      value: reason
    ) { values, reason in values.redactionReasons.formUnion(reason) }
  }

  /// Sets whether the pointer can press this view.
  ///
  /// If it is false, presses go to the view behind it. The keyboard and screen readers can still
  /// use controls in it; see ``disabled(_:)``.
  nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View {
    decorated(enabled ? nil : .named(kind: "presses", className: "mv-no-presses"))
  }
}
