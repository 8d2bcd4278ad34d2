// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

/// A form with a field that is not listed.
struct Parcel: FormState, Equatable {
  enum Size: String, Codable { case small, large }

  var address = ""
  var weight: Int?
  var size = Size.small
  var isGift = false
  /// Not listed.
  var note = ""
  /// How often `street` was set.
  private(set) var writes = 0

  var street: String {
    get { address }
    set {
      address = newValue
      writes += 1
    }
  }

  static let fields = [
    FormField("address", \Self.address), FormField("weight", \.weight), FormField("size", \.size),
    FormField("gift", \.isGift), FormField("street", \.street),
  ]
}

enum ParcelAction: FormAction, Equatable {
  case edit(Edit<Parcel>)
  case send
}

let parcel = Reducer<Parcel, ParcelAction> { state, action in
  switch action {
  case .edit(let edit): edit.apply(to: &state)
  case .send: state = Parcel()
  }
}

@MainActor
@Suite struct EditTests {
  @Test func oneActionAndOneLineEditAllFields() {
    let store = Store(initialState: Parcel(), reducer: parcel)
    store.dispatch(.edit(\.address, "Oslo"))
    store.dispatch(.edit(\.weight, 3))
    store.dispatch(.edit(\.size, .large))
    store.dispatch(.edit(Edit(\.isGift, true)))
    #expect(store.state.address == "Oslo" && store.state.weight == 3)
    #expect(store.state.size == .large && store.state.isGift)
  }

  @Test func anEqualValueIsNotWritten() {
    var state = Parcel()
    #expect(Edit(\Parcel.street, "Oslo").apply(to: &state))
    #expect(!Edit(\Parcel.street, "Oslo").apply(to: &state))
    #expect(state.writes == 1)
  }

  @Test func anActionIsNoLargerForAnEdit() {
    #expect(MemoryLayout<ParcelAction>.size == MemoryLayout<Int>.size)
  }

  @Test func editsAreEqualIfFieldAndValueAre() {
    #expect(Edit(\Parcel.address, "a") == Edit(\.address, "a"))
    #expect(Edit(\Parcel.address, "a") != Edit(\.address, "b"))
    #expect(Edit(\Parcel.address, "a") != Edit(\.street, "a"))
    #expect(Edit(\Parcel.weight, nil) == Edit(\.weight, nil))
    #expect(Edit(\Parcel.weight, 1) != Edit(\.weight, nil))
  }

  @Test func theKeyPathTellsTheFieldsApart() {
    func isText(_ edit: Edit<Parcel>) -> Bool {
      switch edit.keyPath {
      case \.address, \.street: true
      default: false
      }
    }
    #expect(isText(Edit(\.address, "")))
    #expect(!isText(Edit(\.weight, 2)))
  }

  @Test func messagesAndLogsShowNameAndValue() {
    #expect("\(ParcelAction.edit(\.address, "Oslo"))" == #"edit(address: "Oslo")"#)
    #expect("\(ParcelAction.edit(\.size, .large))" == "edit(size: large)")
    #expect(Mirror(reflecting: Edit(\Parcel.isGift, true)).children.first?.label == "gift")
  }

  @Test func aFieldThatIsNotListedIsReportedOnceAndEditedAllTheSame() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var state = Parcel()
      for text in ["a", "b"] {
        Edit(\Parcel.note, text, fileID: "App/View.swift", line: 7).apply(to: &state)
      }
      precondition(state.note == "b")
      precondition(Edit(\Parcel.note, "b") == Edit(\.note, "b"))
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(
        output == """
          Millrace: App/View.swift:7: \\Parcel.note is not among the fields of Parcel. Its edits \
          can be applied, but their values are not shown and cannot be encoded. Probably the \
          property is newer than the list. Add FormField("note", \\.note) to Parcel.fields. \
          This is reported once.\n
          """)
    #else
      #expect(output.isEmpty)
    #endif
  }

  /// The property can be a secret: only the list of fields says so.
  @Test func theValueOfAFieldThatIsNotListedIsNotShown() {
    StoreWarnings.withHandler { _ in
    } operation: {
      let edit = Edit(\Parcel.note, "hunter2")
      let shown = "(not shown, because the property is not in fields)"
      #expect(edit.description == "\\Parcel.note: \(shown)")
      #expect(!String(reflecting: ParcelAction.edit(edit)).contains("hunter2"))
      var dumped = ""
      dump(ParcelAction.edit(edit), to: &dumped)
      #expect(dumped.contains("Parcel.note") && !dumped.contains("hunter2"))
    }
  }

  @Test func theRemedyNamesTheWholePathOfANestedProperty() {
    struct Address: Equatable, Codable, Sendable { var city = "" }
    struct Letter: FormState {
      var address = Address()
      static let fields: [FormField<Letter>] = []
    }
    let log = Log()
    StoreWarnings.withHandler {
      log.append($0)
    } operation: {
      _ = Edit(\Letter.address.city, "Oslo")
    }
    #if DEBUG
      let remedy = #"Add FormField("city", \.address.city) to"#
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains(remedy) == true)
    #endif
  }

  @Test func aNameThatTwoFieldsHaveIsReportedOnce() async {
    struct Twin: FormState {
      var one = 1
      var two = 2
      static let fields = [FormField("one", \Self.one), FormField("one", \.two)]
    }
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var state = Twin()
      Edit(\Twin.one, 3).apply(to: &state)
      Edit(\Twin.two, 4).apply(to: &state)
      precondition(state.one == 3 && state.two == 4)
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "Millrace: ").count == 1)
      #expect(output.contains("Twin.fields has the name \"one\" twice."))
      #expect(output.contains("Give each property a name of its own."))
    #else
      #expect(output.isEmpty)
    #endif
  }

  private enum Hall {
    struct Form: FormState {
      var one = 1
      var two = 2
      var note = ""
      static let fields = [FormField("one", \Self.one), FormField("one", \.two)]
    }
  }
  private enum Shed {
    struct Form: FormState {
      var one = 1
      var two = 2
      var note = ""
      static let fields = [FormField("one", \Self.one), FormField("one", \.two)]
    }
  }

  @Test func formsOfTheSameNameAreReportedEach() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      for _ in 0..<2 {
        _ = Edit(\Hall.Form.note, "")
        _ = Edit(\Shed.Form.note, "")
      }
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "fields has the name \"one\" twice").count == 3)
      #expect(output.split(separator: "note is not among the fields").count == 3)
    #else
      #expect(output.isEmpty)
    #endif
  }
}
