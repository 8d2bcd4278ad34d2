// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct TextFormatTests {
  @Test func aTextHasTheFormatOfItsValue() {
    #expect(render(Text(3, format: .number)) == "<span>3</span>")
    let german = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "de_DE"))
    #expect(render(Text(1234.5, format: german)) == "<span>1.234,5</span>")
    let date = Date(timeIntervalSince1970: 0)
    let year = date.formatted(.dateTime.year())
    #expect(render(Text(date, format: .dateTime.year())) == "<span>\(year)</span>")
  }

  @Test func aDateIsADayOrATime() {
    let date = Date(timeIntervalSince1970: 0)
    let day = date.formatted(date: .long, time: .omitted)
    let time = date.formatted(date: .omitted, time: .shortened)
    #expect(render(Text(date, style: .date)) == render(Text(verbatim: day)))
    #expect(render(Text(date, style: .time)) == render(Text(verbatim: time)))
    #expect(day != time)
  }
}
