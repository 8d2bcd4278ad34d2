// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import Testing

@Suite struct EditCodingTests {
  private func json(_ edit: Edit<Parcel>) throws -> String {
    String(decoding: try JSONEncoder().encode(edit), as: UTF8.self)
  }

  private func edit(_ json: String) throws -> Edit<Parcel> {
    try JSONDecoder().decode(Edit<Parcel>.self, from: Data(json.utf8))
  }

  @Test func itIsEncodedUnderTheNameOfItsField() throws {
    #expect(try json(Edit(\.address, "Oslo")) == #"{"address":"Oslo"}"#)
    #expect(try json(Edit(\.isGift, true)) == #"{"gift":true}"#)
    #expect(try json(Edit(\.size, .large)) == #"{"size":"large"}"#)
    #expect(try json(Edit(\.weight, nil)) == #"{"weight":null}"#)
  }

  @Test func itIsDecodedAsWhatItWas() throws {
    let edits = [
      Edit(\Parcel.address, "Oslo"), Edit(\.isGift, true), Edit(\.size, .large),
      Edit(\.weight, 3), Edit(\.weight, nil),
    ]
    for edit in edits {
      #expect(try self.edit(json(edit)) == edit)
      var (one, other) = (Parcel(), Parcel())
      edit.apply(to: &one)
      try self.edit(json(edit)).apply(to: &other)
      #expect(one == other)
    }
  }

  private struct Door: FormState, Equatable {
    @Redacted var code = 0
    @Redacted var word: String? = ""
    static let fields = [FormField("code", secret: \Self.code), FormField("word", secret: \.word)]
  }

  @Test func aSecretLeavesInNoDescriptionAndNoEncoding() throws {
    let edits = [Edit(\Door.code, 4_711), Edit(\.word, "sesame")]
    for edit in edits {
      var text = "\(edit) \(String(reflecting: edit)) "
      dump(edit, to: &text)
      for child in Mirror(reflecting: edit).children { dump(child, to: &text) }
      text += String(decoding: try JSONEncoder().encode(edit), as: UTF8.self)
      #expect(!text.contains("4711") && !text.contains("sesame"))
      #expect(text.contains("code") || text.contains("word"))
    }
    let encoder = JSONEncoder()
    encoder.userInfo[try #require(CodingUserInfoKey.keepsSecrets)] = true
    let kept = try JSONDecoder().decode(Edit<Door>.self, from: encoder.encode(edits[1]))
    #expect(kept == edits[1])
    var door = Door()
    for edit in edits { edit.apply(to: &door) }
    #expect(door.code == 4_711 && door.word == "sesame")
    let sent = try JSONEncoder().encode(edits[0])
    #expect(try JSONDecoder().decode(Edit<Door>.self, from: sent) == Edit(\.code, 0))
  }

  @Test func aNameThatNoFieldHasIsAnErrorThatSaysSo() {
    #expect {
      try edit(#"{"adress": "Oslo"}"#)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      #expect(
        context.debugDescription == """
          An edit of Parcel is an object with one of its fields: address, weight, size, gift, \
          street. This object has the field "adress". Probably the field has been renamed since \
          the edit was encoded, or another version of the program encoded it. Add the name to \
          Parcel.fields.
          """)
      return true
    }
  }

  @Test(arguments: ["{}", #"{"address": "a", "weight": 1}"#, #"{"weight": "heavy"}"#, "3"])
  func whatIsNoEditIsADecodingError(json: String) {
    #expect(throws: DecodingError.self) { try edit(json) }
  }

  @Test func aFieldThatIsNotListedCannotBeEncoded() {
    #expect {
      try json(Edit(\.note, "fragile"))
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.debugDescription.contains(#"Add FormField("note", \.note) to Parcel.fields"#)
    }
  }
}
