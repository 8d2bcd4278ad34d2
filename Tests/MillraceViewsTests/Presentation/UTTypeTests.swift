// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

struct UTTypeTests {
  @Test func aTypeIsFoundByNameEndingAndMediaType() throws {
    #expect(UTType("public.json") == .json)
    #expect(UTType("public.unheard") == nil)
    #expect(UTType(filenameExtension: "PNG") == .png)
    #expect(UTType(filenameExtension: "csv", conformingTo: .text) == .commaSeparatedText)
    #expect(UTType(mimeType: "application/pdf") == .pdf)
  }

  @Test func whatIsNotKnownIsATypeOfItsOwn() throws {
    let note = try #require(UTType(filenameExtension: "note", conformingTo: .text))
    #expect(note.conforms(to: .text) && note.conforms(to: .item) && !note.conforms(to: .image))
    #expect(note.accepted == [".note"])
    let model = try #require(UTType(mimeType: "model/gltf+json"))
    #expect(model.accepted == ["model/gltf+json"] && model != note)
    #expect(UTType(filenameExtension: "csv", conformingTo: .image) != .commaSeparatedText)
  }

  @Test(arguments: ["", "a,b", "../x", "a b"])
  func anEndingIsLettersAndNumbers(ending: String) {
    #expect(UTType(filenameExtension: ending) == nil)
  }

  @Test(arguments: ["", "text", "text/", "/x", "a/b/c", "text/\"x", "text/a,b"])
  func aMediaTypeHasTwoParts(type: String) {
    #expect(UTType(mimeType: type) == nil)
  }

  @Test func typesAreOfTypes() {
    #expect(UTType.json.conforms(to: .text) && UTType.json.conforms(to: .data))
    #expect(UTType.png.conforms(to: .image) && UTType.png.conforms(to: .content))
    #expect(!UTType.image.conforms(to: .png))
    let own = UTType(exportedAs: "org.example.board", conformingTo: .json)
    #expect(own.conforms(to: .text) && own.accepted == nil)
    #expect(UTType(importedAs: "org.example.other").conforms(to: .data))
  }

  @Test func onlyTypesWithAFormAreAskedFor() {
    #expect(UTType.json.accepted == [".json", "application/json"])
    #expect(UTType.image.accepted == ["image/*"])
    for type in [UTType.item, .data, .content] { #expect(type.accepted == nil) }
  }

  @Test func aTypeIsCodedByItsName() throws {
    let types = [UTType.json, UTType(exportedAs: "org.example.note", conformingTo: .text)]
    let bytes = try JSONEncoder().encode(types)
    #expect(String(decoding: bytes, as: UTF8.self) == #"["public.json","org.example.note"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: bytes) == types)
  }

  @Test(arguments: [
    ("jpg", UTType.jpeg), ("JPE", .jpeg), ("jpeg", .jpeg), ("htm", .html), ("shtml", .html),
    ("text", .plainText),
  ])
  func aTypeHasMoreEndingsThanOne(ending: String, type: UTType) {
    #expect(UTType(filenameExtension: ending) == type)
    #expect(UTType(filenameExtension: ending, conformingTo: .audio) != type)
  }

  @Test(arguments: ["application/x_note", "x-a!b/c#d$e&f^g"])
  func aMediaTypeHasTheMarksOfTheStandard(type: String) {
    #expect(UTType(mimeType: type)?.accepted == [type])
  }
}
