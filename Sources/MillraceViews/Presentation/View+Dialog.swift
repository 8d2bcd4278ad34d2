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
  nonisolated public func sheet<Content: View>(
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
  nonisolated public func alert<Actions: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }

  /// Asks a question with an explanation while a binding is true.
  ///
  /// Each of the buttons sets the binding to false after its own action. Without any button there
  /// is one that says "OK".
  nonisolated public func alert<Actions: View, Message: View>(
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

  /// Shows a dialog with any content while a binding holds a value.
  ///
  /// A value with another id shows a dialog of its own: the one before is closed, and `onDismiss`
  /// runs. When the person closes the dialog, the binding is nil.
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    DialogView(
      content: self,
      dialog: Dialog(
        kind: .sheet, isPresented: item.isThere, onDismiss: onDismiss,
        inside: { item.wrappedValue.map { content($0) } },
        id: { item.wrappedValue.map { AnyHashable($0.id) } }))
  }

  /// Shows a dialog with any content; a page has no other kind of cover.
  nonisolated public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    sheet(isPresented: isPresented, onDismiss: onDismiss, content: content)
  }

  /// Asks a question about a value while a binding is true and the value is there.
  public func alert<A: View, M: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping @MainActor (T) -> A,
    @ViewBuilder message: @escaping @MainActor (T) -> M
  ) -> some View {
    alert(title, isPresented: data == nil ? .constant(false) : isPresented) {
      data.map { actions($0) }
    } message: {
      data.map { message($0) }
    }
  }

  /// Asks a question about a value while a binding is true and the value is there.
  public func alert<A: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping @MainActor (T) -> A
  ) -> some View {
    alert(title, isPresented: data == nil ? .constant(false) : isPresented) {
      data.map { actions($0) }
    }
  }

  /// Asks a question with several answers while a binding is true.
  ///
  /// Each button sets the binding to false. Without one with the role `cancel` a button that
  /// changes nothing is added. Closing the dialog with Escape does what that button does.
  nonisolated public func confirmationDialog<A: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> A
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
    ) { EmptyView() }
  }

  /// Asks a question with several answers and an explanation while a binding is true.
  nonisolated public func confirmationDialog<A: View, M: View>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> A,
    @ViewBuilder message: @escaping @MainActor () -> M
  ) -> some View {
    let title = String(title)
    return DialogView(
      content: self,
      dialog: Dialog(
        kind: .choices(title: title), isPresented: isPresented, onDismiss: nil
      ) {
        AlertContent(title: title, actions: actions(), message: message(), addsCancel: true)
      })
  }
}

/// Whether something is seen.
@frozen public enum Visibility: Hashable, CaseIterable, Sendable {
  /// The page decides.
  case automatic
  /// It is seen.
  case visible
  /// It is not.
  case hidden
}
