// SPDX-License-Identifier: Apache-2.0

extension View {
  /// Shows a dialog with any content while a binding is true.
  ///
  /// The dialog may be closed by the person; the binding is false then.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown.
  ///   - onDismiss: runs when the dialog has been closed.
  ///   - content: what the dialog shows.
  /// - Returns: this view with the dialog.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    DialogView(
      content: self,
      dialog: Dialog(
        kind: .sheet, isPresented: isPresented, onDismiss: onDismiss, inside: content))
  }

  /// Asks a question while a binding is true.
  ///
  /// Each of the buttons sets the binding to false after its own action.
  public func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }

  /// Asks a question with an explanation while a binding is true.
  ///
  /// Each of the buttons sets the binding to false after its own action. Without any button there
  /// is one that says "OK".
  public func alert<Actions: View, Message: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    let title = String(title)
    return DialogView(
      content: self,
      dialog: Dialog(
        kind: .alert(title: title), isPresented: isPresented, onDismiss: nil
      ) {
        AlertContent(title: title, actions: actions(), message: message())
      })
  }
}
