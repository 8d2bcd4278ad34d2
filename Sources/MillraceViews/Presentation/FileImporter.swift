// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Asks for a file while a binding is true.
  ///
  /// The browser shows its own dialog, and sends the file that the person chooses. It is kept until
  /// the page is left; read it or move it in `onCompletion`. The types are what the browser offers:
  /// a page may send any file, so look at what you read.
  ///
  /// ```swift
  /// Button("Import…") { isImporting = true }
  ///   .fileImporter(isPresented: $isImporting, allowedContentTypes: [.json]) { result in
  ///     store.dispatch(.imported(result.flatMap { url in Result { try Data(contentsOf: url) } }))
  ///   }
  /// ```
  ///
  /// A file that the server does not take, because it is too large, is told to the person, and
  /// another one may be chosen; the result is never a failure.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown; it is false before `onCompletion` runs.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - onCompletion: gets the file; it does not run when the person chooses none.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping @MainActor (_ result: Result<URL, any Error>) -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: false,
      onCompletion: { files in if let file = files.first { onCompletion(.success(file)) } }
    ).on(self)
  }

  /// Asks for files while a binding is true.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown; it is false before `onCompletion` runs.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - allowsMultipleSelection: whether the person may choose several files.
  ///   - onCompletion: gets the files; it does not run when the person chooses none.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[URL], any Error>) -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: allowsMultipleSelection,
      onCompletion: { onCompletion(.success($0)) }
    ).on(self)
  }

  /// Asks for files while a binding is true, and tells when the person chooses none.
  ///
  /// - Parameters:
  ///   - isPresented: whether the dialog is shown; it is false before a closure runs.
  ///   - allowedContentTypes: the types of files that are offered.
  ///   - allowsMultipleSelection: whether the person may choose several files.
  ///   - onCompletion: gets the files.
  ///   - onCancellation: runs when the person chooses none.
  /// - Returns: this view with the dialog.
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[URL], any Error>) -> Void,
    onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    FileImport(
      isPresented: isPresented, types: allowedContentTypes, allowsSeveral: allowsMultipleSelection,
      onCompletion: { onCompletion(.success($0)) }, onCancellation: onCancellation
    ).on(self)
  }
}

extension URL {
  /// What an app on Apple's systems calls before it reads a chosen file; always true here.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// What such an app calls when it has read the file; does nothing here.
  public func stopAccessingSecurityScopedResource() {}
}

/// What is asked for, and what hears of it.
private struct FileImport {
  let isPresented: Binding<Bool>
  let types: [UTType]
  let allowsSeveral: Bool
  let onCompletion: @MainActor ([URL]) -> Void
  var onCancellation: @MainActor () -> Void = {}

  /// A dialog that holds the browser's own field, which opens by itself where a browser lets it.
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
      dialog: Dialog(
        kind: .alert(title: title), isPresented: isPresented, onDismiss: nil
      ) {
        AlertContent(
          title: title, actions: Button("Cancel", role: .cancel, action: onCancellation),
          message: field)
      })
  }
}

/// The browser's field for files.
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
