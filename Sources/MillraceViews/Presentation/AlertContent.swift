// SPDX-License-Identifier: Apache-2.0

/// The content of an alert: the title, the message and the buttons.
struct AlertContent<Actions: View, Message: View> {
  let title: String
  let actions: Actions
  let message: Message
  /// Whether a cancel button is added if no other button has the role `cancel`.
  var addsCancel = false
  /// Whether the title is only for screen readers.
  var hidesTitle = false
}

extension AlertContent: View {
  var body: some View {
    ElementView(.h2, class: hidesTitle ? "mv-unseen" : "mv-title") { Text(title) }
    if Message.self != EmptyView.self {
      ElementView(.div, Box(name: "mv-message", isDescription: true)) { message }
    }
    ElementView(.div, class: "mv-actions") { buttons }
  }

  @MainActor @ViewBuilder private var buttons: some View {
    actions
    DefaultButton(addsCancel: addsCancel)
  }
}

/// The button that an alert adds after the buttons of the application.
///
/// It is "OK" in an alert without buttons, and "Cancel" in a dialog of choices without a cancel
/// button.
private struct DefaultButton: View {
  let addsCancel: Bool
  @Environment(\.alertButtons) private var buttons

  var body: some View {
    if let title {
      Button(title, role: .cancel) {}.environment(\.alertButtons, nil)
    }
  }

  private var title: String? {
    if addsCancel { return buttons?.hasCancel == true ? nil : "Cancel" }
    return buttons?.isEmpty == false ? nil : "OK"
  }
}

/// The buttons of the application in an alert.
@MainActor final class AlertButtons {
  /// For each button, whether it has the role `cancel`.
  private let roles = StateStorage<[ObjectIdentifier: Bool]>([:])
  /// The actions of the buttons with the role `cancel`, in the order in which they were added.
  ///
  /// An action returns false if its button is disabled, and has done nothing then.
  private var cancellations: [(button: ObjectIdentifier, run: @MainActor () -> Bool)] = []

  /// Whether the application has added no button.
  var isEmpty: Bool { roles.value.isEmpty }
  /// Whether a button has the role `cancel`.
  var hasCancel: Bool { roles.value.values.contains(true) }

  /// Adds or updates a button.
  ///
  /// `cancel` is its action if it has the role `cancel`, and nil otherwise. The action returns
  /// false if the button is disabled.
  func add(_ button: ObjectIdentifier, cancel: (@MainActor () -> Bool)?) {
    roles.value[button] = cancel != nil
    let place = cancellations.firstIndex { $0.button == button }
    switch (place, cancel) {
    case (let place?, let cancel?): cancellations[place].run = cancel
    case (let place?, nil): cancellations.remove(at: place)
    case (nil, let cancel?): cancellations.append((button, cancel))
    case (nil, nil): break
    }
  }

  /// Removes a button.
  func remove(_ button: ObjectIdentifier) {
    roles.value[button] = nil
    cancellations.removeAll { $0.button == button }
  }

  /// Runs the action of the first enabled button with the role `cancel`, if there is one.
  func cancel() {
    for cancellation in cancellations where cancellation.run() { return }
  }
}

extension EnvironmentValues {
  /// The buttons of the alert that contains the view, or nil.
  var alertButtons: AlertButtons? {
    get { self[own: AlertButtons.self] }
    set { self[own: AlertButtons.self] = newValue }
  }
}
