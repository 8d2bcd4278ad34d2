// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation

/// What a client has sent, and why it cannot be read.
///
/// Pure, so that a test can give it any bytes.
public enum RequestReader {
  /// The longest body.
  public static let bodyLimit = 64 << 10
  /// The longest idempotency key.
  public static let keyLimit = 200

  /// A refusal, with its status.
  public struct Problem: Error, Equatable, Sendable {
    /// The status of HTTP.
    public let status: Int
    /// What is answered.
    public let error: AnimalsError

    init(_ status: Int, _ name: String, _ message: String) {
      self.status = status
      error = AnimalsError(name, message)
    }
  }

  /// Checks the head of a request; its body need not be there yet.
  public static func check(method: String, path: String, type: String?) throws(Problem) {
    guard path == RemoteAnimals.path else {
      throw Problem(404, "notFound", "There is \(RemoteAnimals.path), and nothing else.")
    }
    guard method == "POST" else {
      throw Problem(405, "badMethod", "\(RemoteAnimals.path) takes POST.")
    }
    let type = type?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json" else {
      throw Problem(415, "badType", "The Content-Type of a request is application/json.")
    }
  }

  /// Checks an idempotency key.
  public static func check(key: String?) throws(Problem) {
    guard let key else { return }
    guard (1...keyLimit).contains(key.utf8.count), key.utf8.allSatisfy({ 33...126 ~= $0 }) else {
      throw Problem(
        400, "badKey", "An idempotency key is plain text of 1 to \(keyLimit) letters.")
    }
  }

  /// Reads a body.
  public static func request(_ body: Data) throws(Problem) -> AnimalsRequest {
    if body.count > bodyLimit {
      throw Problem(413, "tooLong", "A request has at most \(bodyLimit) bytes.")
    }
    let request: AnimalsRequest
    do {
      request = try JSONDecoder().decode(AnimalsRequest.self, from: body)
    } catch let error as DecodingError {
      throw problem(error)
    } catch {
      throw Problem(400, "badJSON", "The body is not JSON.")
    }
    let limit = AnimalsRequest.limit
    if (request.mutation?.count ?? 0) > limit || (request.query?.count ?? 0) > limit {
      throw Problem(413, "tooMany", "A request has at most \(limit) mutations and questions.")
    }
    return request
  }

  private static func problem(_ error: DecodingError) -> Problem {
    let (path, what): ([any CodingKey], String)
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      return Problem(400, "badJSON", "The body is not JSON.")
    case .keyNotFound(let key, let context):
      (path, what) = (context.codingPath + [key], "is missing")
    case .valueNotFound(_, let context): (path, what) = (context.codingPath, "must not be null")
    case .dataCorrupted(let context), .typeMismatch(_, let context):
      (path, what) = (context.codingPath, "is not what it should be")
    @unknown default: (path, what) = ([], "is not what it should be")
    }
    return Problem(400, "badRequest", "\(place(path)) \(what). \(hint(path))")
  }

  /// Where it is: `mutation[0].addAnimal.diet`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "The body"
      : path.reduce("") { text, key in
        if let index = key.intValue { return "\(text)[\(index)]" }
        return text + (text.isEmpty ? "" : ".") + key.stringValue
      }
  }

  private static func hint(_ path: [any CodingKey]) -> String {
    if path.last?.stringValue == "diet" {
      let diets = Animal.Diet.allCases.map(\.rawValue)
      return "A diet is one of \(diets.joined(separator: ", "))."
    }
    return switch path.first?.stringValue {
    case "mutation":
      "A mutation is an object with one member: addAnimal, updateAnimal, deleteAnimal or "
        + "reloadSampleData, and in it an object."
    case "query": "A question is {\"animals\":{}} or {\"categories\":{}}."
    default: "A request is an object with the arrays mutation and query."
    }
  }
}
