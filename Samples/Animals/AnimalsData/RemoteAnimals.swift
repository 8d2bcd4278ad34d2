// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The animals of a server: `POST /animals/api` with JSON.
public struct RemoteAnimals: AnimalsService {
  /// The path of the one thing that the server has.
  public static let path = "/animals/api"
  /// The header that names the mutations of a request.
  public static let keyHeader = "Idempotency-Key"
  /// The longest answer: `AnimalsMutation.limit` animals, each with an id and a name of
  /// `Animal.nameLimit.bytes`, of which JSON may make six times as many, take less.
  public static let answerLimit = 8 << 20

  private let address: @Sendable () async -> URL?
  private let patience: Double
  private let clock: any Clock<Duration>
  private let session = AnswerSession(limit: answerLimit)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - patience: After how many seconds without an answer, all of it, the server is away.
  ///   - clock: Counts these seconds.
  ///   - address: Where the server is now, as `http://127.0.0.1:8080`; nil: it is away.
  public init(
    patience: Double = 10, clock: any Clock<Duration> = ContinuousClock(),
    at address: @escaping @Sendable () async -> URL?
  ) {
    self.address = address
    self.patience = patience
    self.clock = clock
  }

  /// Sends one request.
  public func send(
    _ request: AnimalsRequest, key: String?
  ) async throws(ServiceProblem) -> AnimalsAnswer {
    guard let url = await address()?.appendingPathComponent(Self.path) else {
      throw .away(reason: "The server is not running.")
    }
    var message = URLRequest(url: url)
    message.httpMethod = "POST"
    message.timeoutInterval = patience
    message.setValue("application/json", forHTTPHeaderField: "Content-Type")
    message.setValue(key, forHTTPHeaderField: Self.keyHeader)
    let (body, head): (Data, URLResponse)
    do {
      message.httpBody = try JSONEncoder().encode(request)
      (body, head) = try await answer(to: message)
    } catch {
      throw .away(reason: Self.reason(of: error))
    }
    guard let head = head as? HTTPURLResponse else {
      throw .away(reason: "What answers is no web server.")
    }
    let answer = try Self.answer(
      status: head.statusCode, type: head.value(forHTTPHeaderField: "Content-Type"), body)
    // A mutation of which nothing is said may not have been made: it is sent again, by its key.
    guard answer.answers(request) else {
      throw .away(reason: "The server's answer is not to what was asked.")
    }
    return answer
  }

  /// The answer to a request, which `timeoutInterval` does not bound as long as some of it comes.
  private func answer(to message: URLRequest) async throws -> (Data, URLResponse) {
    try await withThrowingTaskGroup { [session, clock, patience] group in
      defer { group.cancelAll() }
      group.addTask { try await session.answer(to: message) }
      group.addTask {
        guard (try? await clock.sleep(for: .seconds(patience))) != nil else {
          throw URLError(.cancelled)
        }
        throw URLError(.timedOut)
      }
      guard let first = try await group.next() else { throw URLError(.cancelled) }
      return first
    }
  }

  /// What an HTTP response means.
  ///
  /// The type comes first: the page of a proxy or of a log-in has any status, and is no answer.
  public static func answer(
    status: Int, type: String?, _ body: Data
  ) throws(ServiceProblem) -> AnimalsAnswer {
    guard let type, type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
      throw .away(reason: "What answers is not the server of the animals.")
    }
    switch status {
    case 200:
      guard let answer = try? JSONDecoder().decode(AnimalsAnswer.self, from: body) else {
        throw .away(reason: "The server's answer cannot be read.")
      }
      return answer
    // All else may be said by what stands before the server, and says nothing of the request.
    case 400, 413, 422:
      let error = try? JSONDecoder().decode(AnimalsError.self, from: body)
      throw .refused(reason: error?.error.message ?? "it answered with status \(status)")
    default:
      throw .away(reason: "The server has a problem (status \(status)).")
    }
  }

  private static func reason(of error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: "The server accepts no connection."
    case .networkConnectionLost: "The server ended the connection without an answer."
    case .timedOut: "The server did not answer in time."
    case .dataLengthExceedsMaximum:
      "The server's answer is longer than \(answerLimit >> 20) MB, which no list of animals is."
    case .cancelled: "The request was cancelled."
    case let code: "The connection failed (code \(code?.rawValue ?? 0))."
    }
  }
}

/// What the server answers instead, with a status that is not 200:
/// `{"error":{"name":"badJSON","message":"…"}}`.
public struct AnimalsError: Error, Hashable, Codable, Sendable {
  /// What happened.
  public struct Reason: Hashable, Codable, Sendable {
    /// A name for programs.
    public let name: String
    /// A sentence for people.
    public let message: String
  }

  /// What happened.
  public let error: Reason

  /// Creates an error.
  public init(_ name: String, _ message: String) {
    error = Reason(name: name, message: message)
  }
}
