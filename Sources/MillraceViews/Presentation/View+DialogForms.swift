// SPDX-License-Identifier: Apache-2.0

import Foundation

// Further forms of the modifiers that show dialogs.

extension View {
  /// Shows a dialog with any content while a binding is not nil.
  ///
  /// On a page it is the same as `sheet`.
  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    sheet(item: item, onDismiss: onDismiss, content: content)
  }

  /// Shows an alert about an error, while a binding is true and the error is not nil.
  ///
  /// The title is the description of the error.
  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(
      error?.title ?? "", isPresented: error == nil ? .constant(false) : isPresented,
      actions: actions)
  }

  /// Shows an alert with a message about an error, while a binding is true and the error is not
  /// nil.
  ///
  /// The title is the description of the error.
  public func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping (E) -> A,
    @ViewBuilder message: @escaping (E) -> M
  ) -> some View {
    alert(
      error?.title ?? "", isPresented: isPresented, presenting: error, actions: actions,
      message: message)
  }

  /// Shows an alert while a binding is true.
  nonisolated public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(title.string, isPresented: isPresented, actions: actions)
  }

  /// Shows an alert with a message while a binding is true.
  nonisolated public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View {
    alert(title.string, isPresented: isPresented, actions: actions, message: message)
  }

  /// Shows an alert about a value, while a binding is true and the value is not nil.
  public func alert<A: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    alert(title.string, isPresented: isPresented, presenting: data, actions: actions)
  }

  /// Shows an alert with a message about a value, while a binding is true and the value is not nil.
  public func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    alert(
      title.string, isPresented: isPresented, presenting: data, actions: actions, message: message)
  }

  /// Shows a dialog with several choices about a value, while a binding is true and the value is
  /// not nil.
  public func confirmationDialog<A: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    confirmationDialog(
      title, isPresented: data == nil ? .constant(false) : isPresented,
      titleVisibility: titleVisibility
    ) {
      data.map { actions($0) }
    }
  }

  /// Shows a dialog with several choices and a message about a value, while a binding is true and
  /// the value is not nil.
  public func confirmationDialog<A: View, M: View, T>(
    _ title: some StringProtocol, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    confirmationDialog(
      title, isPresented: data == nil ? .constant(false) : isPresented,
      titleVisibility: titleVisibility
    ) {
      data.map { actions($0) }
    } message: {
      data.map { message($0) }
    }
  }

  /// Shows a dialog with several choices while a binding is true.
  nonisolated public func confirmationDialog<A: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    confirmationDialog(
      title.string, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions)
  }

  /// Shows a dialog with several choices and a message while a binding is true.
  nonisolated public func confirmationDialog<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View {
    confirmationDialog(
      title.string, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions,
      message: message)
  }

  /// Shows a dialog with several choices about a value, while a binding is true and the value is
  /// not nil.
  public func confirmationDialog<A: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View {
    confirmationDialog(
      title.string, isPresented: isPresented, titleVisibility: titleVisibility, presenting: data,
      actions: actions)
  }

  /// Shows a dialog with several choices and a message about a value, while a binding is true and
  /// the value is not nil.
  public func confirmationDialog<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A,
    @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    confirmationDialog(
      title.string, isPresented: isPresented, titleVisibility: titleVisibility, presenting: data,
      actions: actions, message: message)
  }
}

extension LocalizedError {
  /// The title of an alert about the error.
  fileprivate var title: String { errorDescription ?? localizedDescription }
}
