// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViewTesting
import MillraceViews
import Testing

@MainActor
@Suite struct FoundViewTests {
  private let page = RenderedView(Garden())

  @Test func aFieldIsTypedIntoAndRead() {
    let field = page.find(.textField, "Name")
    #expect(field.value.isEmpty && field.label == "Name" && field.isEnabled)
    field.type("Ada")
    #expect(field.value == "Ada")
    #expect(page.texts.contains("Hello, Ada!"))
    #expect(page.find(.button, "Plant").isEnabled)
    page.find(.secureField, "Secret").type("hunter2")
    #expect(page.find(.secureField, "Secret").value == "•••••••")
  }

  @Test func returnSubmits() {
    page.find(.textField, "Name").type("Fern")
    page.find(.textField, "Name").submit()
    #expect(page.findAll(.row).map(\.text) == ["Rose\nRemove", "Tulip\nRemove", "Fern\nRemove"])
  }

  @Test func aToggleIsTurned() {
    let toggle = page.find(.toggle, "Watered")
    #expect(!toggle.isOn)
    toggle.turn(on: true)
    #expect(toggle.isOn && toggle.value == "on")
    toggle.turn(on: false)
    #expect(!toggle.isOn)
  }

  @Test func anOptionIsChosen() {
    let picker = page.find(.picker, "Season")
    picker.choose("In autumn")
    #expect(picker.value == "In autumn")
  }

  @Test func filesAreChosen() {
    let page = RenderedView { ImportPage() }
    page.find(.button, "Import").tap()
    page.find(.fileField, "Choose Files").choose(
      files: ["/tmp/a.csv", "/tmp/b.csv"].map(URL.init(fileURLWithPath:)))
    #expect(page.texts == ["Import", "a.csv b.csv"])
    page.find(.button, "Import").tap()
    page.find(.alert, "Choose Files").find(.button, "Cancel").tap()
    #expect(page.texts == ["Import", "none"])
  }

  @Test func aFileFieldForOneFileRefusesTwo() {
    let page = RenderedView { ImportPage(allowsMultipleSelection: false) }
    page.find(.button, "Import").tap()
    let texts = Texts.of {
      page.find(.fileField, "Choose a File").choose(
        files: ["/tmp/a.csv", "/tmp/b.csv"].map(URL.init(fileURLWithPath:)))
    }
    let line =
      "Expected to choose files in the file field `Choose a File`, but it does not accept 2 files."
    #expect(texts.all.count == 1 && texts.all.first?.hasPrefix(line) == true)
  }

  private struct ImportPage: View {
    var allowsMultipleSelection = true
    @State private var isImporting = false
    @State private var names = ""

    var body: some View {
      Button("Import") { isImporting = true }
        .fileImporter(
          isPresented: $isImporting, allowedContentTypes: [.commaSeparatedText],
          allowsMultipleSelection: allowsMultipleSelection
        ) { result in
          names = ((try? result.get()) ?? []).map(\.lastPathComponent).joined(separator: " ")
        } onCancellation: {
          names = "none"
        }
      Text(names)
    }
  }

  @Test func aPartIsLookedInto() {
    page.find(.row, containing: "Rose").find(.button, "Remove").tap()
    #expect(page.findAll(.row).map { $0.texts[0] } == ["Tulip"])
  }

  @Test func whatIsLookedIntoIsNotFoundInsideItself() {
    let page = RenderedView {
      Section {
        Text("Outer")
        Section { Text("Inner") }
      }
    }
    let outer = page.findAll(.section)[0]
    #expect(outer.find(.section).text == "Inner")
  }

  @Test func aLongListIsScrolled() {
    let page = RenderedView { List(0..<1000, id: \.self) { Text("row \($0)") } }
    let list = page.find(.list)
    #expect(page.findAll(.row).count == 60)
    list.scroll(to: 990..<1000)
    #expect(page.texts == (990..<1000).map { "row \($0)" })
  }

  @Test func anAlertIsAnswered() {
    page.find(.button, "Ask").tap()
    let alert = page.find(.alert, "Sure?")
    #expect(alert.texts == ["Sure?", "Yes", "No"])
    alert.find(.button, "Yes").tap()
    #expect(!alert.exists)
    #expect(page.findAll(.row).isEmpty)
  }

  @Test func aSheetIsDismissed() {
    page.find(.button, "Open").tap()
    let sheet = page.find(.sheet)
    #expect(sheet.text == "Inside")
    sheet.dismiss()
    #expect(!sheet.exists && page.findAll(.sheet).isEmpty)
  }
}
