// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

private struct NameKey: EnvironmentKey { static let defaultValue: String? = "default" }

struct EnvironmentValuesTests {
  @Test func aKeyHasItsDefaultUntilItIsSet() {
    var values = EnvironmentValues()
    #expect(values[NameKey.self] == "default")
    #expect(values.isEnabled)
    values[NameKey.self] = nil
    #expect(values[NameKey.self] == nil)
  }

  @Test func aCopyIsIndependent() {
    var values = EnvironmentValues()
    let copy = values
    values.isEnabled = false
    #expect(copy.isEnabled && !values.isEnabled)
  }
}
