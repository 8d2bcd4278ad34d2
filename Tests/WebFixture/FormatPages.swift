// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

/// Fields for values, for several lines and with hints for the browser, and texts with styles.
struct FormatsPage: View {
  @State private var amount = 1234
  @State private var guests: Int? = 2
  @State private var note = ""
  @State private var code = ""
  @State private var saved = "nothing"

  private var style: IntegerFormatStyle<Int> { .number.locale(Locale(identifier: "en_US")) }

  var body: some View {
    VStack(alignment: .leading) {
      TextField("Amount", value: $amount, format: style).keyboardType(.numberPad)
        .onSubmit { saved = "amount \(amount)" }
      TextField("Guests", value: $guests, format: style).textFieldStyle(.plain)
      Button("Save") { saved = "\(amount) and \(guests ?? 0)" }
      Text("Saved \(saved)")
      TextField("Note", text: $note, axis: .vertical).lineLimit(2...4)
      Text("Note has \(note.count) letters")
      TextField("Code", text: $code).textContentType(.oneTimeCode).autocorrectionDisabled()
        .textInputAutocapitalization(.characters).submitLabel(.send)
      TextEditor(text: $note).textEditorStyle(.plain).accessibilityLabel("Copy of the note")
      texts
    }
  }

  @ViewBuilder private var texts: some View {
    Text("\(Image(systemName: "star.fill")) \(Text("Ann").bold()) x\(Text("2").baselineOffset(8))")
    VStack {
      Text(String(repeating: "many words ", count: 20))
      Text(String(repeating: "all words ", count: 20)).lineLimit(nil)
    }
    .frame(width: 200).lineLimit(1)
    (Text("joined").bold() + Text("parts")).lineLimit(nil)
    Text("three lines").lineLimit(3, reservesSpace: true)
    VStack { Text("under").foregroundStyle(.red) }.underline()
    Button("loud") {}.textCase(.uppercase).kerning(2)
    Text("airy").lineSpacing(10)
    Text("not to copy").textSelection(.disabled)
  }
}
