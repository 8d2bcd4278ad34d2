// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Shows a dialog to choose a file while a binding is true.
  ///
  /// The page shows a dialog with the browser's file field, and opens the browser's own dialog if
  /// the browser allows this. The chosen file exists until the user leaves the page; read it or
  /// move it in `onCompletion`. The types determine only which files the browser offers. A page can
  /// send any file, so check its content.
  ///
  /// ```swift
  /// Button("Import…") { isImporting = true }
  ///   .fileImporter(isPresented: $isImporting, allowedContentTypes: [.json]) { result in
  ///     store.dispatch(.imported(result.flatMap { url in Result { try Data(contentsOf: url) } }))
  ///   }
  /// ```
  ///
  /// If a file is too large, or cannot be sent, the page shows a message, and the user can choose
  /// another file. The result is never a failure.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown. It is set to false before `onCompletion` runs.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - onCompletion: receives the file. It does not run if the user chooses no file.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: false,
      onCompletion: onMain { files in if let file = files.first { onCompletion(.success(file)) } }
    ).on(self)
  }

  /// Shows a dialog to choose files while a binding is true.
  ///
  /// The files exist until the user leaves the page. The result is never a failure.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown. It is set to false before `onCompletion` runs.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - allowsMultipleSelection: whether the user can choose several files.
  ///   - onCompletion: receives the files. It does not run if the user chooses no file.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: allowsMultipleSelection,
      onCompletion: onMain { onCompletion(.success($0)) }
    ).on(self)
  }

  /// Shows a dialog to choose files while a binding is true, with an action for the case that the
  /// user cancels.
  ///
  /// The files exist until the user leaves the page. The result is never a failure.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown. It is set to false when the dialog closes.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - allowsMultipleSelection: whether the user can choose several files.
  ///   - onCompletion: receives the files.
  ///   - onCancellation: runs if the user closes the dialog without choosing a file.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void,
    onCancellation: @escaping () -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: allowsMultipleSelection,
      onCompletion: onMain { onCompletion(.success($0)) }, onCancellation: onMain(onCancellation)
    ).on(self)
  }
}

extension URL {
  /// Returns true.
  ///
  /// Apps on Apple's systems call it before they read a chosen file.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Does nothing.
  ///
  /// Apps on Apple's systems call it after they have read a chosen file.
  public func stopAccessingSecurityScopedResource() {}
}

/// The parameters of a file importer.
private struct FileImport {
  let isPresented: Binding<Bool>
  let types: [UTType]
  let allowsSeveral: Bool
  let onCompletion: @MainActor ([URL]) -> Void
  var onCancellation: @MainActor () -> Void = {}

  /// Adds a dialog with the browser's file field to a view.
  ///
  /// The page opens the field by itself if the browser allows this.
  func on(_ content: some View) -> some View {
    let title = allowsSeveral ? "Choose Files" : "Choose a File"
    let accepted = types.map(\.accepted)
    let field = FileField(
      title: title, allowsSeveral: allowsSeveral,
      accept: accepted.contains(nil)
        ? nil : accepted.flatMap { $0 ?? [] }.joined(separator: ","),
      onCompletion: onCompletion)
    return DialogView(
      content: content,
      dialog: Dialog(title: title, isPresented: isPresented) {
        AlertContent(
          title: title, actions: CancelButton(action: onCancellation), message: field)
      })
  }
}

/// The button that closes the dialog and then runs the action for a cancellation, as in SwiftUI.
private struct CancelButton: View {
  let action: @MainActor () -> Void
  @Environment(\.alertAction) private var close

  var body: some View {
    Button("Cancel", role: .cancel) {
      close?.run()
      action()
    }
  }
}

/// The browser's file field.
private struct FileField {
  let title: String
  let allowsSeveral: Bool
  let accept: String?
  let onCompletion: @MainActor ([URL]) -> Void
}

extension FileField: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    FileFieldNode(self, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: FileFieldNode.self).update(with: self)
  }
}

private final class FileFieldNode: ControlNode {
  private var field: FileField

  init(_ field: FileField, parent: Node, scope: Scope) {
    self.field = field
    super.init(parent: parent, scope: scope)
    let input = make(.input, class: "mv-files")
    input.set(.type, "file")
    input.listen(.files, self)
    element = input
    update(with: field)
  }

  func update(with field: FileField) {
    self.field = field
    element?.set(.ariaLabel, field.title)
    element?.set(.accept, field.accept)
    element?.set(.multiple, field.allowsSeveral ? "" : nil)
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .files(let files) = event, !files.isEmpty, field.allowsSeveral || files.count == 1
    else { return false }
    scope.values.alertAction?.run()
    field.onCompletion(files)
    return true
  }
}
