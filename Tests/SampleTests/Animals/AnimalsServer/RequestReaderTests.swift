// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsServer
import Foundation
import MillraceTesting
import Testing

struct RequestReaderTests {
  private func problem(_ text: String) -> AnimalsError? {
    do {
      _ = try RequestReader.request(Data(text.utf8))
      return nil
    } catch {
      return error.error
    }
  }

  @Test(arguments: [
    ("", "badJSON", "The body is not JSON."),
    ("{", "badJSON", "The body is not JSON."),
    ("\u{0}", "badJSON", "The body is not JSON."),
    (
      "[]", "badRequest",
      """
      The body is not valid. A request is an object with the arrays mutation and \
      query.
      """
    ),
    (
      #"{"mutation":{}}"#, "badRequest",
      """
      mutation is not valid. A mutation is an object with one member: addAnimal, \
      updateAnimal, deleteAnimal or reloadSampleData, and in it an object.
      """
    ),
    (
      #"{"mutation":[{"addAnimals":{}}]}"#, "badRequest",
      """
      mutation[0] is not valid. A mutation is an object with one member: addAnimal, \
      updateAnimal, deleteAnimal or reloadSampleData, and in it an object.
      """
    ),
    (
      #"{"mutation":[{"addAnimal":{"name":"A","diet":"Pizza","categoryId":"Bird"}}]}"#,
      "badRequest",
      """
      mutation[0].addAnimal.diet is not valid. A diet is one of Herbivore, Carnivore, \
      Omnivore.
      """
    ),
    (
      #"{"mutation":[{"deleteAnimal":{}}]}"#, "badRequest",
      """
      mutation[0].deleteAnimal.animalId is missing. A mutation is an object with one member: \
      addAnimal, updateAnimal, deleteAnimal or reloadSampleData, and in it an object.
      """
    ),
    (
      #"{"query":[{"plants":{}}]}"#, "badRequest",
      """
      query[0] is not valid. A question is {"animals":{}} or {"categories":{}}.
      """
    ),
    (
      #"{"after":"x"}"#, "badRequest",
      "after is not valid. A request is an object with the arrays mutation and query."
    ),
  ])
  func whatCannotBeReadIsToldByNameAndPlace(_ text: String, _ name: String, _ message: String) {
    #expect(problem(text) == AnimalsError(name, message))
  }

  @Test func thereIsALimitToAll() {
    let long = #"{"query":[]}"# + String(repeating: " ", count: RequestReader.bodyLimit)
    #expect(problem(long)?.error.name == "tooLong")
    let many = Array(repeating: #"{"animals":{}}"#, count: 101).joined(separator: ",")
    #expect(problem("{\"query\":[\(many)]}")?.error.name == "tooMany")
    let deep = String(repeating: "[", count: 30_000)
    #expect(problem(deep)?.error.name == "badJSON")
  }

  @Test func theHeadIsChecked() {
    func status(_ method: String, _ path: String, _ type: String?) -> Int? {
      do {
        try RequestReader.check(method: method, path: path, type: type)
        return nil
      } catch {
        return error.status
      }
    }
    #expect(status("POST", "/animals/api", "application/json") == nil)
    #expect(status("POST", "/animals/api", "Application/JSON; charset=utf-8") == nil)
    #expect(status("POST", "/animals/api", "text/plain") == 415)
    #expect(status("POST", "/animals/api", nil) == 415)
    #expect(status("GET", "/animals/api", nil) == 405)
    #expect(status("POST", "/", "application/json") == 404)
    for key in ["", "a b", "a\u{7F}", "é", String(repeating: "k", count: 201)] {
      #expect(throws: RequestReader.Problem.self) { try RequestReader.check(key: key) }
    }
    #expect(throws: Never.self) { try RequestReader.check(key: "0F-1") }
    #expect(throws: Never.self) { try RequestReader.check(key: nil) }
  }

  /// Random changes of a valid request: each result is read, or refused with a named error.
  @Test func bytesByChanceAreReadOrRefusedByName() throws {
    let whole = """
      {"mutation":[{"addAnimal":{"animalId":"x","name":"Ox \\u00e9","diet":"Herbivore",\
      "categoryId":"Mammal"}},{"updateAnimal":{"animalId":"x","name":null}},\
      {"deleteAnimal":{"animalId":"x"}},{"reloadSampleData":{}}],\
      "query":[{"animals":{}},{"categories":{}}],"after":17}
      """
    #expect(problem(whole) == nil)
    let bytes = Array(whole.utf8)
    let alphabet = Array(#"{}[]":,\ue019-.xtrnl"#.utf8) + [0, 0x80, 0xFF]
    var names: Set<String> = []
    for seed in 0..<4_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var body = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !body.isEmpty {
        let place = Int.random(in: 0..<body.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: body.remove(at: place)
        case 1: body.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
        case 2: body[place] = alphabet.randomElement(using: &generator) ?? 0
        default: body.removeSubrange(place...)
        }
      }
      do {
        _ = try RequestReader.request(Data(body))
      } catch {
        names.insert(error.error.error.name)
        #expect((400..<500).contains(error.status), "seed \(seed)")
      }
    }
    #expect(names.isSubset(of: ["badJSON", "badRequest"]))
    #expect(names.count == 2)
  }
}
