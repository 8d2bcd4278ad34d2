// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The pane that dispatches an action, exports and imports files, and generates tests.
struct ToolsPane: View {
  let store: MonitoredStore
  let path: String

  var body: some View {
    DispatchField(store: store)
    if store.canExchange {
      ExportLinks(store: store, path: path)
      ImportField(store: store)
      TestField(store: store)
    } else {
      Text(
        """
        This store cannot be exported, because its state and its action are not both Codable, or \
        their conformances are isolated to the main actor. In the latter case write `nonisolated` \
        before the two types.
        """
      )
      .foregroundStyle(.secondary)
    }
  }
}

/// The field for an action as JSON, which is checked while the user types.
struct DispatchField: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    GroupBox("Dispatch") {
      if store.canDispatch {
        let _ = store.revision
        let text = page.actionText
        let problem = text.isEmpty ? nil : store.problem(with: text)
        TextEditor(text: page.binding(\.actionText)).accessibilityLabel("Action")
        if let problem {
          Text(problem).font(.footnote).foregroundStyle(.red)
        } else if text.isEmpty || page.notice?.tool != .dispatch {
          Text(
            text.isEmpty ? #"{"name":{"_0":1}}, or the name of a case"# : "It can be dispatched."
          )
          .font(.footnote).foregroundStyle(.secondary)
        }
        Button("Dispatch") { send() }.disabled(text.isEmpty || problem != nil)
        NoticeLine(tool: .dispatch)
      } else {
        Text("Actions of this store are not Decodable.").foregroundStyle(.secondary)
      }
    }
  }

  private func send() {
    page.attempt(.dispatch(page.state.actionText), in: store, for: .dispatch) { _ in .sent }
  }
}

/// The links to the exported files.
struct ExportLinks: View {
  let store: MonitoredStore
  let path: String

  var body: some View {
    GroupBox("Export") {
      ForEach(ExportForm.allCases, id: \.self) { form in
        if let address = address(form) { Link(form.title, destination: address) }
      }
    }
  }

  private func address(_ form: ExportForm) -> URL? {
    URL(string: "\(path)/export/\(store.id)/\(form.rawValue)")
  }
}

/// The fields for an import: a file, or pasted text.
struct ImportField: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page
  @State private var isChoosing = false

  var body: some View {
    GroupBox("Import") {
      Text("A trace of Millrace, or a file of Redux DevTools. The store is not changed.")
        .font(.footnote).foregroundStyle(.secondary)
      Button("Choose a File") { isChoosing = true }
        .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.data]) { file in
          do { load(try TraceCommand.text(of: Data(contentsOf: file.get()))) } catch {
            page.dispatch(
              .showNotice(Notice(text: "\(error)", isProblem: true, tool: .importing)))
          }
        }
      TextEditor(text: page.binding(\.importText)).accessibilityLabel("Text of a file")
      Button("Import the Text") { load(page.state.importText) }
        .disabled(page.importText.isEmpty)
      NoticeLine(tool: .importing)
    }
  }

  private func load(_ text: String) {
    page.dispatch(.showNotice(Notice(text: "The file is being read.", tool: .importing)))
    page.attempt(.load(text), in: store, for: .importing) { check in
      let types = check.isEmpty ? "" : " \(check)"
      return .showNotice(
        Notice(text: "Imported. The page shows its timeline.\(types)", tool: .importing))
    }
  }
}

/// The field for a wrong value of a part of the state, and the generated test.
///
/// The test fails while the part has this value.
struct TestField: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    GroupBox("Test") {
      Text("A part of the state and its wrong value, for example: count=3")
        .font(.footnote).foregroundStyle(.secondary)
      HStack(alignment: .bottom) {
        TextField("Part and value", text: page.binding(\.condition))
        Button("Write a Swift Test") { write() }.disabled(page.condition.isEmpty)
      }
      NoticeLine(tool: .test)
      if !page.testText.isEmpty {
        TextEditor(text: .constant(page.testText)).frame(height: 240)
          .accessibilityLabel("Test")
      }
    }
  }

  private func write() {
    page.dispatch(.showNotice(Notice(text: "The test is being written.", tool: .test)))
    page.attempt(.test(page.state.condition), in: store, for: .test) { .wroteTest($0) }
  }
}
