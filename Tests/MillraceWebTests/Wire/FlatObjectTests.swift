// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FlatObjectTests {
  @Test func allKindsOfValuesAreRead() throws {
    let object = try FlatObject(#" { "a" : "x" , "b":12,"c":true,"d":false, "e":0, "f":-7 } "#)
    #expect(
      object.fields == [
        "a": .string("x"), "b": .number(12), "c": .bool(true), "d": .bool(false), "e": .number(0),
        "f": .number(-7),
      ])
    #expect(try FlatObject("{}").fields.isEmpty)
  }

  @Test func escapesAreRead() throws {
    let object = try FlatObject(#"{"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00é😀"}"#)
    #expect(object.fields["a"] == .string("\"\\/\u{8}\u{C}\n\r\tAé😀é😀"))
  }

  @Test(arguments: [
    "", "[]", "{", "}", "{}x", "{} {}", "null", #"{"a"}"#, #"{"a":}"#, #"{"a":null}"#, #"{"a":1,}"#,
    #"{"a":[1]}"#, #"{"a":{"b":1}}"#, #"{'a':1}"#, #"{a:1}"#, #"{"a":tru}"#, #"{"a":-}"#,
    #"{"a":--1}"#, #"{"a":-01}"#,
    #"{"a":1.5}"#, #"{"a":1e3}"#, #"{"a":01}"#, #"{"a":9007199254740993}"#,
    #"{"a":99999999999999999999}"#, #"{"a":"}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
    #"{"a":"\ud83d"}"#, #"{"a":"\ude00"}"#, #"{"a":"\ud83dx"}"#, "{\"a\":\"\n\"}",
    #"{"a":1,"a":2}"#,
  ])
  func whatIsNotFlatIsRefused(text: String) {
    #expect(throws: FlatObject.Failure.self) { try FlatObject(text) }
  }

  @Test func failuresSayWhere() {
    #expect(throws: FlatObject.Failure.badNumber(at: 5)) { try FlatObject(#"{"a":1.5}"#) }
    #expect(throws: FlatObject.Failure.repeatedField("a")) { try FlatObject(#"{"a":1,"a":2}"#) }
    let failures: [FlatObject.Failure] = [
      .unexpected(at: 3), .badNumber(at: 3), .badString(at: 3), .repeatedField("3"),
    ]
    #expect(failures.allSatisfy { $0.description.contains("3") })
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func noTextMakesItCrash(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let valid = Array(
      #"{"t":"event","seq":12,"node":3,"kind":"input","value":"\u00e9\ud83d\ude00"}"#.utf8)
    for _ in 0..<3000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...127, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 32...127, using: &random), at: place)
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { bytes = [123] }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if case .event(let seq, _)? = try? PageMessage(text) { #expect(seq >= 1) }
    }
  }
}
