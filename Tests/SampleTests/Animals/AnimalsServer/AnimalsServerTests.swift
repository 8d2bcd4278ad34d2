// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsServer
import Foundation
import MillraceTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The interface over sockets, as any program of any language sees it.
@Suite(.timeLimit(.minutes(5))) struct AnimalsServerTests {
  private struct Reply: Equatable {
    let status: Int
    let type: String?
    let body: String
  }

  private func reply(
    _ body: String, method: String = "POST", path: String = "/animals/api",
    type: String? = "application/json", key: String? = nil, times: Int = 1
  ) async throws -> Reply {
    let server = try await AnimalsServer(
      MemoryAnimals { "id" }, host: "127.0.0.1", port: 0)
    let url = try #require(URL(string: path, relativeTo: server.address))
    var request = URLRequest(url: url)
    request.httpMethod = method
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    var reply = Reply(status: 0, type: nil, body: "")
    for _ in 0..<times {
      let (data, response) = try await URLSession.shared.data(for: request)
      let head = try #require(response as? HTTPURLResponse)
      reply = Reply(
        status: head.statusCode, type: head.value(forHTTPHeaderField: "Content-Type"),
        body: String(decoding: data, as: UTF8.self))
    }
    await server.stop()
    return reply
  }

  @Test func anAnswerIsTheMirrorOfItsRequest() async throws {
    let reply = try await reply(
      #"{"mutation":[{"deleteAnimal":{"animalId":"Newt"}}],"query":[{"categories":{}}]}"#,
      key: "k", times: 2)
    let categories = Animal.Category.samples.map {
      #"{"categoryId":"\#($0.id)","name":"\#($0.name)"}"#
    }
    let newt = #"{"animalId":"Newt","categoryId":"Amphibian","diet":"Carnivore","name":"Newt"}"#
    #expect(
      reply.body == """
        {"mutation":[{"deleteAnimal":{"animal":\(newt)}}],"query":[{"categories":{"categories":\
        [\(categories.joined(separator: ","))]}}],"revision":2,"revisionId":"id"}
        """)
    #expect(reply.status == 200)
    #expect(reply.type == "application/json")
  }

  @Test func aProblemHasAStatusANameAndASentence() async throws {
    let type = "application/json"
    #expect(
      try await reply("{")
        == Reply(
          status: 400, type: type,
          body: #"{"error":{"message":"The body is not JSON.","name":"badJSON"}}"#))
    #expect(try await reply("{}", type: "text/plain").status == 415)
    #expect(try await reply("", method: "GET", type: nil).status == 405)
    #expect(try await reply("{}", path: "/animals").status == 404)
    #expect(try await reply("{}", key: "a b").status == 400)
    let long = String(repeating: " ", count: 3 * RequestReader.bodyLimit)
    #expect(try await reply(long).status == 413)
  }

  @Test func aHostThatNoAddressHasIsRefusedAndOneOfIPv6IsNot() async throws {
    await #expect(throws: AnimalsError("badHost", "a b is not an address to listen on.")) {
      try await AnimalsServer(MemoryAnimals(), host: "a b", port: 0)
    }
    do {
      let server = try await AnimalsServer(MemoryAnimals(), host: "::1", port: 0)
      #expect(server.address.absoluteString.hasPrefix("http://[::1]:"))
      await server.stop()
    } catch let error as AnimalsError {
      Issue.record("\(error)")
    } catch {
      // A machine without IPv6.
    }
  }

  /// With Foundation's own `data(for:)` on Linux, the cancelled request would never end.
  @Test func aRequestThatIsCancelledWhileItsAnswerComesEnds() async throws {
    let (answered, answers) = AsyncStream<Void>.makeStream()
    let server = try await AnimalsServer(ToldAnimals(answers: answers), host: "127.0.0.1", port: 0)
    let animals = RemoteAnimals { server.address }
    var answer = answered.makeAsyncIterator()
    for turn in 0..<100 {
      let request = Task { try? await animals.send(AnimalsRequest(), key: nil) }
      await answer.next()
      // The answer is on its way, or has come.
      for _ in 0..<turn { await Task.yield() }
      request.cancel()
      _ = await request.value
    }
    await server.stop()
  }

  @Test func anAnswerThatIsLongerThanAnyIsNotTaken() async throws {
    func answer(_ animals: [Animal]) async throws -> AnimalsAnswer {
      let server = try await AnimalsServer(MemoryAnimals(animals), host: "127.0.0.1", port: 0)
      let remote = RemoteAnimals { server.address }
      let result = await Task { try await remote.send(AnimalsRequest(query: [.animals]), key: nil) }
        .result
      await server.stop()
      return try result.get()
    }
    let (count, bytes) = (AnimalsMutation.limit, Animal.nameLimit.bytes)
    let most = (0..<count).map { number in
      // JSON writes each of these characters as six bytes.
      let text = "\(count + number)" + String(repeating: "\u{1}", count: bytes - 4)
      return Animal(animalId: text, name: text, diet: .carnivore, categoryId: "Invertebrate")
    }
    #expect(most.allSatisfy { $0.name.utf8.count == bytes })
    #expect(try await answer(most).animals?.count == count)
    let away = ServiceProblem.away(
      reason: "The server's answer is longer than the maximum of 8 MB.")
    let endless = String(repeating: "x", count: RemoteAnimals.answerLimit)
    let hostile = Animal(animalId: "X", name: endless, diet: .omnivore, categoryId: "Bird")
    await #expect(throws: away) { try await answer([hostile]) }
  }

  /// The time limit of `URLSession` begins anew with each byte, so it does not limit an answer.
  @Test func anAnswerThatDoesNotEndIsWaitedForUntilTheClockSaysSo() async throws {
    let (silence, end) = AsyncStream<Void>.makeStream()
    let silent = SilentAnimals(silence: silence)
    let server = try await AnimalsServer(silent, host: "127.0.0.1", port: 0)
    let clock = TestClock()
    let remote = RemoteAnimals(patience: 100, clock: clock) { server.address }
    let answer = Task { try await remote.send(AnimalsRequest(), key: nil) }
    await clock.untilAsleep()
    clock.advance(by: .seconds(100))
    let away = ServiceProblem.away(reason: "The server did not answer in time.")
    await #expect(throws: away) { try await answer.value }
    end.finish()
    await server.stop()
  }

  @Test func theTypeOfAnAnswerIsCheckedBeforeItsStatus() throws {
    let body = Data(#"{"mutation":[],"query":[],"revision":1}"#.utf8)
    let away = ServiceProblem.away(
      reason: "The response does not come from the animals server.")
    for status in [200, 400, 404, 500] {
      #expect(throws: away) {
        try RemoteAnimals.answer(status: status, type: "text/html", body)
      }
      #expect(throws: away) { try RemoteAnimals.answer(status: status, type: nil, body) }
    }
    let json = "application/json; charset=utf-8"
    #expect(
      try RemoteAnimals.answer(status: 200, type: json, body) == AnimalsAnswer(revision: 1))
    #expect(throws: ServiceProblem.refused(reason: "it answered with status 422")) {
      try RemoteAnimals.answer(status: 422, type: json, body)
    }
    for status in [401, 403, 404, 408, 429, 500, 503] {
      #expect(throws: ServiceProblem.away(reason: "The server has a problem (status \(status)).")) {
        try RemoteAnimals.answer(status: status, type: json, body)
      }
    }
    #expect(throws: ServiceProblem.away(reason: "The server's answer cannot be read.")) {
      try RemoteAnimals.answer(status: 200, type: json, Data("{}".utf8))
    }
  }

  @Test func anAnswerThatLeavesOutAMutationIsNone() {
    let dog = Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
    let request = AnimalsRequest(mutation: [.add(dog)], query: [.animals], after: 3)
    let told = [AnimalsAnswer.Told.animals(animals: [dog])]
    let other = Animal(animalId: "Cat", name: "Dog", diet: .carnivore, categoryId: "Mammal")
    func answers(_ made: [AnimalsAnswer.Made], _ revision: Int, _ query: [AnimalsAnswer.Told])
      -> Bool
    {
      AnimalsAnswer(revision: revision, mutation: made, query: query).answers(request)
    }
    #expect(answers([.addAnimal(animal: dog)], 4, told))
    #expect(answers([.refused(error: .badRequest(reason: "no"))], 3, []))
    #expect(!answers([], 4, told))
    #expect(!answers([.reloadSampleData], 4, told))
    #expect(!answers([.deleteAnimal(animal: dog)], 4, told))
    #expect(!answers([.addAnimal(animal: other)], 4, told))
    #expect(!answers([.addAnimal(animal: dog)], 4, []))
    #expect(AnimalsAnswer(revision: 1).answers(AnimalsRequest()))
  }
}

/// A service that does not answer until its stream ends.
private struct SilentAnimals: AnimalsService {
  let silence: AsyncStream<Void>

  func send(
    _ request: AnimalsRequest, key: String?
  ) async throws(ServiceProblem) -> AnimalsAnswer {
    for await _ in silence {}
    throw .away(reason: "It was silent.")
  }
}

/// A service that yields a value for each of its answers.
private struct ToldAnimals: AnimalsService {
  let answers: AsyncStream<Void>.Continuation
  private let animals = MemoryAnimals()

  init(answers: AsyncStream<Void>.Continuation) { self.answers = answers }

  func send(
    _ request: AnimalsRequest, key: String?
  ) async throws(ServiceProblem) -> AnimalsAnswer {
    defer { answers.yield() }
    return try await animals.send(request, key: key)
  }
}
