// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import MillraceViewTesting
import MillraceViews
import Synchronization

/// A page with fields, a toggle, a picker, a list, buttons, an alert and a sheet.
struct Garden: View {
  @State private var name = ""
  @State private var secret = "abc"
  @State private var isWatered = false
  @State private var season = "spring"
  @State private var isAsking = false
  @State private var isOpen = false
  @State private var plants = ["Rose", "Tulip"]

  var body: some View {
    Form {
      Section {
        TextField("Name", text: $name)
        SecureField("Secret", text: $secret)
        Toggle("Watered", isOn: $isWatered)
        Picker("Season", selection: $season) {
          Text("In spring").tag("spring")
          Text("In autumn").tag("autumn")
        }
      }
      List {
        ForEach(plants, id: \.self) { plant in
          HStack {
            Text(plant)
            Button("Remove") { plants.removeAll { $0 == plant } }
          }
        }
      }
      Greeting(name: name)
      Button("Plant") { plants.append(name) }.disabled(name.isEmpty)
      Button("Ask") { isAsking = true }
      Button("Open") { isOpen = true }
    }
    .onSubmit { plants.append(name) }
    .alert("Sure?", isPresented: $isAsking) {
      Button("Yes") { plants = [] }
      Button("No") {}
    }
    .sheet(isPresented: $isOpen) { Text("Inside") }
    .navigationTitle("Garden")
  }
}

struct Greeting: View {
  let name: String

  var body: some View { Text("Hello, \(name)!") }
}

/// Collects the issues that would otherwise make a test fail.
final class Texts: IssueReporter {
  private let contents = Mutex<[(text: String, line: UInt)]>([])

  var all: [String] { contents.withLock { $0.map(\.text) } }
  var lines: [UInt] { contents.withLock { $0.map(\.line) } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let report = (text: message() ?? "", line: line)
    contents.withLock { $0.append(report) }
  }

  /// The issues that a part of a test reports.
  @MainActor
  static func of(_ body: @MainActor () throws -> Void) rethrows -> Texts {
    let texts = Texts()
    try withIssueReporters([texts]) { try body() }
    return texts
  }
}
