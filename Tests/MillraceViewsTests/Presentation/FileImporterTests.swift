// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct FileImporterTests {
  private struct Page: View {
    var allowsSeveral = false
    @State private var isOpen = false
    @State private var told = "nothing"

    var body: some View {
      Button("Import") { isOpen = true }
        .fileImporter(
          isPresented: $isOpen, allowedContentTypes: [.json, .image],
          allowsMultipleSelection: allowsSeveral
        ) { result in
          let names = (try? result.get())?.map(\.lastPathComponent) ?? []
          told = "\(names.joined(separator: " ")) \(isOpen)"
        } onCancellation: {
          told = "cancelled \(isOpen)"
        }
      Text(told)
    }
  }

  private func opened(_ page: Page = Page()) throws -> ViewHost {
    let host = ViewHost.shown(page)
    try host.tap()
    _ = host.flush()
    return host
  }

  @Test func theDialogHasTheFieldOfTheBrowser() throws {
    let html = try opened().html()
    #expect(html.contains("<dialog"))
    #expect(html.contains("aria-label=\"Choose a File\""))
    #expect(html.contains("type=\"file\""))
    #expect(html.contains("accept=\".json,application/json,image/*\""))
    #expect(!html.contains("multiple"))
    let several = try opened(Page(allowsSeveral: true)).html()
    #expect(several.contains(" multiple") && several.contains("Choose Files"))
  }

  @Test func theFilesComeWhenTheDialogIsClosed() throws {
    let host = try opened(Page(allowsSeveral: true))
    let files = ["/tmp/a.json", "/tmp/b.png"].map(URL.init(fileURLWithPath:))
    try host.send(.files(files), .input)
    _ = host.flush()
    #expect(host.texts.last == "a.json b.png false")
    #expect(host.ids(.dialog).isEmpty)
  }

  @Test func oneFileMeansOneFile() throws {
    let host = try opened()
    let file = URL(fileURLWithPath: "/tmp/a.json")
    #expect(throws: ViewEventError.self) { try host.send(.files([file, file]), .input) }
    #expect(throws: ViewEventError.self) { try host.send(.files([]), .input) }
    #expect(host.ids(.dialog).count == 1)
    try host.send(.files([file]), .input)
    _ = host.flush()
    #expect(host.texts.last == "a.json false")
  }

  @Test func choosingNoneIsToldOnce() throws {
    let host = try opened()
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.texts.last == "cancelled false" && host.ids(.dialog).isEmpty)
    let other = try opened()
    try other.tap(1)
    _ = other.flush()
    #expect(other.texts.last == "cancelled false" && other.ids(.dialog).isEmpty)
  }

  @Test func anyFileIsOfferedForAnyType() {
    let any = Text("x").fileImporter(
      isPresented: .constant(true), allowedContentTypes: [.json, .item]
    ) { _ in }
    #expect(!render(any).contains("accept"))
  }

  @Test func codeForAppsMayAskForAccess() {
    let url = URL(fileURLWithPath: "/tmp/a")
    #expect(url.startAccessingSecurityScopedResource())
    url.stopAccessingSecurityScopedResource()
  }
}
