// SPDX-License-Identifier: Apache-2.0

/// A title with content below it that the user can show and hide.
///
/// The content loses its state when the group is collapsed.
public struct DisclosureGroup<Label: View, Content: View> {
  let isExpanded: Binding<Bool>?
  let label: Label
  let content: @MainActor () -> Content
  @State private var own = false
  @Environment(\.isEnabled) private var isEnabled

  /// Creates a group that is collapsed at first, with any view as its label.
  nonisolated public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    isExpanded = nil
    self.content = onMain(content)
    self.label = label()
  }

  /// Creates a group that is collapsed while a binding is false, with any view as its label.
  nonisolated public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.content = onMain(content)
    self.label = label()
  }
}

extension DisclosureGroup where Label == Text {
  /// Creates a group that is collapsed at first, with a text as its label.
  nonisolated public init(
    _ label: some StringProtocol, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(label) }
  }

  /// Creates a group that is collapsed while a binding is false, with a text as its label.
  nonisolated public init(
    _ label: some StringProtocol, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(label) }
  }
}

extension DisclosureGroup: View {
  /// A button, and the content while the group is expanded.
  public var body: some View {
    let isExpanded = isExpanded ?? $own
    ElementView(.div, class: "mv-disclosure mv-x") {
      ElementView(.button, .fold(isExpanded, isEnabled: isEnabled)) { label }
      if isExpanded.wrappedValue { ElementView(.div, class: "mv-disclosed") { content() } }
    }
  }
}

extension Box {
  /// The box of a button that shows and hides content.
  @MainActor static func fold(_ isExpanded: Binding<Bool>, isEnabled: Bool) -> Box {
    button("mv-fold", isEnabled: isEnabled) { isExpanded.wrappedValue.toggle() }
      .with(.ariaExpanded, isExpanded.wrappedValue ? "true" : "false")
  }
}

/// A frame around views that belong together, with a title.
public struct GroupBox<Label: View, Content: View> {
  let label: Label
  let content: Content

  /// Creates a frame with any view as its title.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
}

extension GroupBox where Label == EmptyView {
  /// Creates a frame without a title.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension GroupBox where Label == Text {
  /// Creates a frame with a text as its title.
  nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension GroupBox: View {
  /// The title and the content.
  public var body: some View {
    ElementView(.div, class: "mv-group-box mv-x") {
      if Label.self != EmptyView.self { ElementView(.div, class: "mv-caption") { label } }
      ElementView(.div, class: "mv-vstack") { content }
    }
  }
}

/// A view for the case that there is nothing to show, with an explanation.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View> {
  let label: Label
  let explanation: Description
  let actions: Actions

  /// Creates a view with any views as its label, explanation and actions.
  nonisolated public init(
    @ViewBuilder label: () -> Label,
    @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    explanation = description()
    self.actions = actions()
  }
}

extension ContentUnavailableView
where Label == MillraceViews.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// Creates a view with a text, a system image and an explanation.
  nonisolated public init(
    _ title: some StringProtocol, systemImage name: String, description: Text? = nil
  ) {
    label = MillraceViews.Label(title, systemImage: name)
    explanation = description
    actions = EmptyView()
  }
}

/// The content of the view for a search without results.
public struct SearchUnavailableContent: Sendable {
  /// The label.
  public struct Label: View {
    let text: String?

    /// An image and a text.
    public var body: some View {
      MillraceViews.Label(
        text.map { "No results for “\($0)”" } ?? "No results", systemImage: "magnifyingglass")
    }
  }

  /// The explanation.
  public struct Description: View {
    /// A text.
    public var body: some View { Text("Check the spelling or try a new search.") }
  }

  /// The actions.
  ///
  /// There are none.
  public struct Actions: View {
    /// An empty view.
    public var body: some View { EmptyView() }
  }
}

extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  /// The view for a search without results.
  ///
  /// It does not show the text of the search; ``search(text:)`` does.
  @MainActor public static var search: ContentUnavailableView<Label, Description, Actions> {
    ContentUnavailableView {
      SearchUnavailableContent.Label(text: nil)
    } description: {
      SearchUnavailableContent.Description()
    } actions: {
      SearchUnavailableContent.Actions()
    }
  }

  /// Returns the view for a search without results, which shows the text of the search.
  @MainActor public static func search(
    text: String
  ) -> ContentUnavailableView<Label, Description, Actions> {
    ContentUnavailableView {
      SearchUnavailableContent.Label(text: text)
    } description: {
      SearchUnavailableContent.Description()
    } actions: {
      SearchUnavailableContent.Actions()
    }
  }
}

extension ContentUnavailableView: View {
  /// The label, the explanation and the actions, one below the other.
  public var body: some View {
    ElementView(.div, class: "mv-unavailable mv-x mv-y") {
      ElementView(.div, class: "mv-title") { label }
      ElementView(.div, class: "mv-note") { explanation }
      if Actions.self != EmptyView.self { ElementView(.div, class: "mv-actions") { actions } }
    }
  }
}
