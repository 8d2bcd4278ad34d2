// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Shows a dialog with any content while a binding is true.
  ///
  /// When the user closes the dialog, the binding is set to false.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown.
  ///   - onDismiss: runs when the dialog has been closed. It does not run if this view is removed
  ///     together with the dialog.
  ///   - content: the content of the dialog.
  /// - Returns: this view with the dialog.
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    DialogView(
      content: self,
      dialog: Dialog(
        isPresented: isPresented, onDismiss: onDismiss.map { onMain($0) }, inside: onMain(content)))
  }

  /// Shows an alert while a binding is true.
  ///
  /// Each button sets the binding to false after its own action. If there is no button, a button
  /// "OK" is added. The Escape key closes the alert and runs the action of a button with the role
  /// `cancel`.
  nonisolated public func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }

  /// Shows an alert with a message while a binding is true.
  ///
  /// The buttons are those of an alert without a message.
  nonisolated public func alert<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message
  ) -> some View {
    let (title, actions, message) = (String(title), onMain(actions), onMain(message))
    return DialogView(
      content: self,
      dialog: Dialog(title: title, isPresented: isPresented) {
        AlertContent(title: title, actions: actions(), message: message())
      })
  }

  /// Shows a dialog with any content while a binding is not nil.
  ///
  /// If the value is replaced by a value with another id, the dialog is closed, a new dialog opens,
  /// and then `onDismiss` runs. When the user closes the dialog, the binding is set to nil.
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    DialogView(
      content: self,
      dialog: Dialog(
        isPresented: item.isPresent, onDismiss: onDismiss.map { onMain($0) },
        inside: { item.wrappedValue.map { content($0) } },
        id: { item.wrappedValue.map { AnyHashable($0.id) } }))
  }

  /// Shows a dialog with any content while a binding is true.
  ///
  /// On a page it is the same as `sheet`.
  nonisolated public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    sheet(isPresented: isPresented, onDismiss: onDismiss, content: content)
  }

  /// Shows an alert with a message about a value, while a binding is true and the value is not nil.
  public func alert<A: View, M: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    alert(title, isPresented: data == nil ? .constant(false) : isPresented) {
      data.map { actions($0) }
    } message: {
      data.map { message($0) }
    }
  }

  /// Shows an alert about a value, while a binding is true and the value is not nil.
  public func alert<A: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    alert(title, isPresented: data == nil ? .constant(false) : isPresented) {
      data.map { actions($0) }
    }
  }

  /// Shows a dialog with several choices while a binding is true.
  ///
  /// Each button sets the binding to false. If no button has the role `cancel`, a cancel button
  /// without an action is added. The Escape key closes the dialog and runs the action of the cancel
  /// button. On a page the title is visible, unless `titleVisibility` is `hidden`.
  nonisolated public func confirmationDialog<A: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
    ) { EmptyView() }
  }

  /// Shows a dialog with several choices and a message while a binding is true.
  nonisolated public func confirmationDialog<A: View, M: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View {
    let (title, actions, message) = (String(title), onMain(actions), onMain(message))
    return DialogView(
      content: self,
      dialog: Dialog(title: title, hasChoices: true, isPresented: isPresented) {
        AlertContent(
          title: title, actions: actions(), message: message(), addsCancel: true,
          hidesTitle: titleVisibility == .hidden)
      })
  }
}

/// The visibility of an element.
@frozen public enum Visibility: Hashable, CaseIterable, Sendable {
  /// The default visibility.
  case automatic
  /// The element is visible.
  case visible
  /// The element is hidden.
  case hidden
}
