// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct UnitKey: EnvironmentKey { static let defaultValue = "kg" }
private struct ScaleKey: EnvironmentKey { static let defaultValue = 1 }

extension EnvironmentValues {
  fileprivate var unit: String {
    get { self[UnitKey.self] }
    set { self[UnitKey.self] = newValue }
  }
  fileprivate var scale: Int {
    get { self[ScaleKey.self] }
    set { self[ScaleKey.self] = newValue }
  }
}

private struct Unit: View {
  @Environment(\.unit) private var unit
  var body: some View { Text(unit) }
}

private struct Scale: View {
  @Environment(\.scale) private var scale
  var body: some View { Text("\(scale)") }
}

private struct Page: View {
  @State private var unit = "g"
  @State private var scale = 2
  var body: some View {
    Unit()
    Group {
      Unit()
      Scale()
      Unit().environment(\.unit, "fixed")
    }
    .environment(\.unit, unit)
    .environment(\.scale, scale)
    Button("Unit") { unit = "t" }
    Button("Scale") { scale = 3 }
  }
}

@MainActor struct EnvironmentTests {
  @Test func valuesAreInherited() {
    #expect(ViewHost.shown(Page()).texts.prefix(4) == ["kg", "g", "2", "fixed"])
  }

  @Test func onlyTheReadersOfAChangedKeyRunAgain() throws {
    let host = ViewHost.shown(Page())
    let ids = host.ids(.span)
    try host.tap(0)
    #expect(host.flush() == [.setText(ids[1], "t")])
    #expect(host.bodies(Unit.self) == 4)
    #expect(host.bodies(Scale.self) == 1)
    try host.tap(1)
    #expect(host.flush() == [.setText(ids[2], "3")])
    #expect(host.bodies(Unit.self) == 4)
    #expect(host.bodies(Scale.self) == 2)
  }

  @Test func theHostGivesTheOutermostValues() {
    var values = EnvironmentValues()
    values.unit = "lb"
    #expect(ViewHost.shown(Unit(), environment: values).texts == ["lb"])
  }

  @Test func withoutAHostItGivesTheDefault() {
    #expect(Environment(\.unit).wrappedValue == "kg")
  }
}
