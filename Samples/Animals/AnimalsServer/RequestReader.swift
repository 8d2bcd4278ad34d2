// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation

/// Checks and decodes the requests of clients.
///
/// All functions are pure. So a test can call them with any bytes.
public enum RequestReader {
  /// The maximum size of a body, in bytes.
  public static let bodyLimit = 64 << 10
  /// The maximum length of an idempotency key, in bytes.
  public static let keyLimit = 200

  /// The reason why a request is refused.
  public struct Problem: Error, Equatable, Sendable {
    /// The HTTP status of the answer.
    public let status: Int
    /// The body of the answer.
    public let error: AnimalsError

    init(_ status: Int, _ name: String, _ message: String) {
      self.status = status
      error = AnimalsError(name, message)
    }
  }

  /// Checks the head of a request.
  ///
  /// The body is not needed.
  public static func check(method: String, path: String, type: String?) throws(Problem) {
    guard path == RemoteAnimals.path else {
      throw Problem(404, "notFound", "The only path is \(RemoteAnimals.path).")
    }
    guard method == "POST" else {
      throw Problem(405, "badMethod", "\(RemoteAnimals.path) accepts only POST.")
    }
    let type = type?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json" else {
      throw Problem(415, "badType", "The Content-Type of a request must be application/json.")
    }
  }

  /// Checks an idempotency key.
  public static func check(key: String?) throws(Problem) {
    guard let key else { return }
    guard (1...keyLimit).contains(key.utf8.count), key.utf8.allSatisfy({ 33...126 ~= $0 }) else {
      throw Problem(
        400, "badKey",
        "An idempotency key has 1 to \(keyLimit) printable ASCII characters and no space.")
    }
  }

  /// Decodes the body of a request.
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
      throw Problem(
        413, "tooMany", "A request has at most \(limit) mutations and \(limit) questions.")
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
      (path, what) = (context.codingPath, "is not valid")
    @unknown default: (path, what) = ([], "is not valid")
    }
    return Problem(400, "badRequest", "\(location(of: path)) \(what). \(hint(path))")
  }

  /// Describes a coding path, for example as `mutation[0].addAnimal.diet`.
  private static func location(of path: [any CodingKey]) -> String {
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
