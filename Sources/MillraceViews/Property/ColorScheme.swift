// SPDX-License-Identifier: Apache-2.0

/// Light or dark colours.
public enum ColorScheme: Hashable, CaseIterable, Sendable {
  /// Dark letters on a light ground.
  case light
  /// Light letters on a dark ground.
  case dark

  /// The class of elements with the colours of the scheme.
  var decoration: Decoration {
    .named(kind: "scheme", className: self == .dark ? "mv-dark" : "mv-light")
  }
}

/// Whether the user sees a page.
public enum ScenePhase: Hashable, Sendable {
  /// The page is hidden: another tab is in front, or the window is minimized.
  case background
  /// A page does not use this phase.
  case inactive
  /// The page is visible.
  case active
}

/// A coarse size of the window.
public enum UserInterfaceSizeClass: Hashable, Sendable {
  /// Little space.
  case compact
  /// Much space.
  case regular
}

extension EnvironmentValues {
  /// The colours of the page: those that the user has chosen in the browser, unless a view sets
  /// others.
  ///
  /// The script of a page reports them when the page has connected, and when they change. Until
  /// then the value is `light`. The colours of this module need no such report; prefer them.
  public var colorScheme: ColorScheme {
    get { self[own: ColorScheme.self] ?? (browser(.dark) ? .dark : .light) }
    set { self[own: ColorScheme.self] = newValue }
  }

  /// Whether the user sees the page.
  ///
  /// The script of the page reports it when the page has connected, and when it changes. A page
  /// that has lost its connection keeps the value.
  public var scenePhase: ScenePhase {
    get { self[own: ScenePhase.self] ?? (browser(.hidden) ? .background : .active) }
    set { self[own: ScenePhase.self] = newValue }
  }

  /// Whether the user wants few animations.
  ///
  /// The script of the page reports it when the page has connected, and when it changes. A page
  /// shows no animation of this module then.
  public var accessibilityReduceMotion: Bool { browser(.reducedMotion) }

  /// The width of the window: `compact` if the columns of a split view are below each other.
  ///
  /// It is nil until the script of the page has reported it.
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get {
      if let set = self[own: UserInterfaceSizeClass.self] { return set }
      guard browser(.reported) else { return nil }
      return browser(.narrow) ? .compact : .regular
    }
    set { self[own: UserInterfaceSizeClass.self] = newValue }
  }

  private func browser(_ state: BrowserState) -> Bool {
    guard let box = self[own: BrowserBox.self] else { return false }
    // Sound: only the values of a host have a box, and a host belongs to the main actor.
    return MainActor.assumeIsolated { box.shows(state) }
  }
}

extension View {
  /// Sets the colours of the page that contains this view, while the view is visible.
  ///
  /// `nil` leaves the choice to the user. All of the page has these colours, also the parts around
  /// this view. The environment value `colorScheme` is set for this view only.
  nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    EnvironmentView(content: self, value: colorScheme) { values, scheme in
      if let scheme { values.colorScheme = scheme }
    }
    .decorated(
      colorScheme.map {
        .named(kind: "page scheme", className: $0 == .dark ? "mv-page-dark" : "mv-page-light")
      })
  }
}
