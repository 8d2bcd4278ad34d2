// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceUI
import MillraceViewTesting
import MillraceViews
import Testing

@MainActor
@Suite struct RenderedViewTests {
  private let page = RenderedView(Garden())

  @Test func itReadsWhatIsShown() {
    #expect(page.title == "Garden")
    #expect(
      page.texts == [
        "Name", "Secret", "Watered", "Season", "Rose", "Remove", "Tulip", "Remove", "Hello, !",
        "Plant", "Ask", "Open",
      ])
    #expect(page.text.hasPrefix("Name\nSecret\n"))
  }

  @Test func theOutlineHasRolesNamesAndValuesAndNoSecrets() {
    #expect(
      page.outline == """
        form
          section
            text field "Name" = ""
            secure field "Secret" = "•••"
            toggle "Watered" = "off"
            picker "Season" = "In spring"
              option "In spring"
              option "In autumn"
          list
            row
              text "Rose"
              button "Remove"
            row
              text "Tulip"
              button "Remove"
          text "Hello, !"
          button "Plant" (disabled)
          button "Ask"
          button "Open"
        """)
  }

  @Test func bodiesAreCounted() {
    let before = page.bodies(of: Greeting.self)
    page.find(.textField, "Name").type("Ada")
    #expect(page.bodies(of: Greeting.self) == before + 1)
    page.find(.toggle, "Watered").turn(on: true)
    #expect(page.bodies(of: Greeting.self) == before + 1)
    #expect(page.bodies(of: Int.self) == 0)
  }

  @Test func allOfAKindAreFoundInOrder() {
    #expect(page.findAll(.button, "Remove").count == 2)
    #expect(page.findAll(.row).map { $0.texts[0] } == ["Rose", "Tulip"])
    #expect(page.findAll(.row, containing: "Tulip").count == 1)
    #expect(page.findAll(.heading).isEmpty)
  }

  @Test func whatAStoreChangesIsThereWhenTheTestLooks() {
    let mock = MockStore<Int, String>(initialState: 1)
    let page = RenderedView { Provider(\.mocked, mock.store) { Counting() } }
    #expect(page.texts == ["Value: 1", "Add"])
    mock.state = 5
    #expect(page.texts == ["Value: 5", "Add"])
    page.find(.button, "Add").tap()
    #expect(mock.actions == ["add"])
    #expect(page.bodies(of: Counting.self) == 2)
  }

  @Test func anOverriddenSelectorIsShown() {
    let mock = MockStore<Int, String>(initialState: 1)
    mock.override(Counting.selectDouble, with: 99)
    let page = RenderedView { Provider(\.mocked, mock.store) { Doubled() } }
    #expect(page.texts == ["Double: 99"])
    mock.state = 5
    #expect(page.texts == ["Double: 99"])
    mock.override(Counting.selectDouble, with: 100)
    #expect(page.texts == ["Double: 100"])
  }

  @Test func whatThePageWasToldIsKept() {
    page.find(.textField, "Name").type("Ada")
    #expect(page.patches.contains { "\($0)".contains("Hello, Ada!") })
  }

  @Test func theEnvironmentIsHandedIn() {
    var values = EnvironmentValues()
    values.isEnabled = false
    let page = RenderedView(environment: values) { Button("Go") {} }
    #expect(page.outline == "button \"Go\" (disabled)")
  }
}

private struct Counting: View {
  static let selectDouble = createSelector(\Int.self) { $0 * 2 }

  @Selected(\.mocked, \.self) private var count
  @Dispatcher(\.mocked) private var dispatcher

  var body: some View {
    Text("Value: \(count)")
    Button("Add") { dispatcher("add") }
  }
}

private struct Doubled: View {
  @Selected(\.mocked, Counting.selectDouble) private var double

  var body: some View { Text("Double: \(double)") }
}

private struct MockedKey: EnvironmentKey {
  static let defaultValue: Store<Int, String> = missingProvider(for: "\\.mocked")
}

extension EnvironmentValues {
  fileprivate var mocked: Store<Int, String> {
    get { self[MockedKey.self] }
    set { self[MockedKey.self] = newValue }
  }
}
