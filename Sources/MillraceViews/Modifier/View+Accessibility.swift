// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Makes this view one element for screen readers.
  ///
  /// By default the views in it are not read, and the accessibility label is read instead; controls
  /// in it can still have the keyboard focus.
  ///
  /// ```swift
  /// HStack { Image(systemName: "star"); Text("4.5") }
  ///   .accessibilityElement()
  ///   .accessibilityLabel("Rating: 4.5")
  /// ```
  nonisolated public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    BoxedView(self, Box(name: "mv-g").with(.role, children.role))
  }

  /// Adds traits to this view.
  ///
  /// On a page a trait is a role of ARIA, if the view has no role of its own. A control keeps its
  /// role, except that a button can become a switch, and a text field a search field.
  /// ``AccessibilityTraits/isSelected`` is the attribute `aria-current`, or `aria-checked` of a
  /// switch.
  ///
  /// ```swift
  /// Text("More").onTapGesture { showsMore.toggle() }.accessibilityAddTraits(.isButton)
  /// ```
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    decorated(.traits(traits, isAdded: true))
  }

  /// Removes traits that the modifier ``accessibilityAddTraits(_:)`` has added inside.
  ///
  /// The role of a control or an image remains.
  nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
    decorated(.traits(traits, isAdded: false))
  }

  /// Sets the level of a heading, if this view has the trait ``AccessibilityTraits/isHeader``.
  nonisolated public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    decorated(level == .unspecified ? nil : .headingLevel(Int(level.rawValue)))
  }

  /// Sets the label that screen readers read for this view, if `isEnabled` is true.
  nonisolated public func accessibilityLabel(
    _ label: some StringProtocol, isEnabled: Bool
  ) -> some View {
    decorated(isEnabled ? .label(String(label)) : nil)
  }

  /// Sets the label that screen readers read for this view, if `isEnabled` is true.
  nonisolated public func accessibilityLabel(_ label: Text, isEnabled: Bool) -> some View {
    accessibilityLabel(label.string, isEnabled: isEnabled)
  }

  /// Sets the description that screen readers read after the label of this view.
  nonisolated public func accessibilityHint(_ hint: some StringProtocol) -> some View {
    decorated(.hint(String(hint)))
  }

  /// Sets the description that screen readers read after the label of this view.
  nonisolated public func accessibilityHint(_ hint: Text) -> some View {
    accessibilityHint(hint.string)
  }

  /// Sets the description that screen readers read after the label, if `isEnabled` is true.
  nonisolated public func accessibilityHint(
    _ hint: some StringProtocol, isEnabled: Bool
  ) -> some View {
    decorated(isEnabled ? .hint(String(hint)) : nil)
  }

  /// Sets the description that screen readers read after the label, if `isEnabled` is true.
  nonisolated public func accessibilityHint(_ hint: Text, isEnabled: Bool) -> some View {
    accessibilityHint(hint.string, isEnabled: isEnabled)
  }

  /// Sets the value that screen readers read for this view.
  ///
  /// For a slider, progress view or gauge it replaces the number. For any other view ARIA has no
  /// such value: it is read as a description, before the hint.
  nonisolated public func accessibilityValue(_ value: some StringProtocol) -> some View {
    decorated(.value(String(value)))
  }

  /// Sets the value that screen readers read for this view.
  ///
  /// For a slider, progress view or gauge it replaces the number. For any other view ARIA has no
  /// such value: it is read as a description, before the hint.
  nonisolated public func accessibilityValue(_ value: Text) -> some View {
    accessibilityValue(value.string)
  }

  /// Sets the value that screen readers read for this view, if `isEnabled` is true.
  nonisolated public func accessibilityValue(
    _ value: some StringProtocol, isEnabled: Bool
  ) -> some View {
    decorated(isEnabled ? .value(String(value)) : nil)
  }

  /// Sets the value that screen readers read for this view, if `isEnabled` is true.
  nonisolated public func accessibilityValue(_ value: Text, isEnabled: Bool) -> some View {
    accessibilityValue(value.string, isEnabled: isEnabled)
  }

  /// Hides this view from screen readers, if both parameters are true.
  nonisolated public func accessibilityHidden(_ hidden: Bool, isEnabled: Bool) -> some View {
    accessibilityHidden(hidden && isEnabled)
  }

  /// Sets a name by which tests find this view.
  ///
  /// On a page it is the attribute `data-testid`, which the tools for tests in a browser use. In a
  /// test without a browser it is ``ViewElement/identifier``. The user does not perceive it. A page
  /// also uses it to find a field with typed text again after a restart of the server.
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View {
    decorated(.attribute(.dataTestid, identifier))
  }

  /// Sets a name by which tests find this view, if `isEnabled` is true.
  nonisolated public func accessibilityIdentifier(
    _ identifier: String, isEnabled: Bool
  ) -> some View {
    decorated(isEnabled ? .attribute(.dataTestid, identifier) : nil)
  }
}
