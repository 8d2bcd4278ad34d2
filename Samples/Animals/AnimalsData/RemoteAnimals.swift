// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of the animals server: it sends `POST /animals/api` with JSON.
public struct RemoteAnimals: AnimalsService {
  /// The only path of the server.
  public static let path = "/animals/api"
  /// The header with the key that identifies the mutations of a request.
  public static let keyHeader = "Idempotency-Key"
  /// The maximum size of an answer, in bytes.
  ///
  /// It is larger than any answer of the server: `AnimalsMutation.limit` animals, each with an id
  /// and a name of `Animal.nameLimit.bytes`, which JSON can escape to six times their size.
  public static let answerLimit = 8 << 20

  private let address: @Sendable () async -> URL?
  private let patience: Double
  private let clock: any Clock<Duration>
  private let session = AnswerSession(limit: answerLimit)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - patience: The timeout for the complete answer, in seconds.
  ///   - clock: The clock of the timeout.
  ///   - address: Returns the current address of the server, such as `http://127.0.0.1:8080`, or
  ///     nil if the server is not running.
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
      throw .away(reason: "The response is not an HTTP response.")
    }
    let answer = try Self.answer(
      status: head.statusCode, type: head.value(forHTTPHeaderField: "Content-Type"), body)
    // Without a result, the mutation may not have been made. It is sent again with the same key.
    guard answer.answers(request) else {
      throw .away(reason: "The server's answer does not match the request.")
    }
    return answer
  }

  /// Returns the answer to a request, or throws after the timeout.
  ///
  /// `timeoutInterval` is not enough: it does not end an answer whose bytes arrive slowly.
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

  /// Converts an HTTP response to an answer.
  ///
  /// The content type is checked first: the page of a proxy or of a log-in can have any status, but
  /// it is not an answer.
  ///
  /// - Throws: `away` if another attempt can succeed, `refused` if not.
  public static func answer(
    status: Int, type: String?, _ body: Data
  ) throws(ServiceProblem) -> AnimalsAnswer {
    guard let type, type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
      throw .away(reason: "The response does not come from the animals server.")
    }
    switch status {
    case 200:
      guard let answer = try? JSONDecoder().decode(AnimalsAnswer.self, from: body) else {
        throw .away(reason: "The server's answer cannot be read.")
      }
      return answer
    // Any other status can come from a proxy. Then it is unknown whether the mutation was made.
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
      "The server's answer is longer than the maximum of \(answerLimit >> 20) MB."
    case .cancelled: "The request was cancelled."
    case let code: "The connection failed (code \(code?.rawValue ?? 0))."
    }
  }
}

/// The body of an answer whose status is not 200: `{"error":{"name":"badJSON","message":"…"}}`.
public struct AnimalsError: Error, Hashable, Codable, Sendable {
  /// The name and the description of an error.
  public struct Reason: Hashable, Codable, Sendable {
    /// The name of the error, for programs.
    public let name: String
    /// The description of the error, for people.
    public let message: String
  }

  /// The name and the description of the error.
  public let error: Reason

  /// Creates an error.
  public init(_ name: String, _ message: String) {
    error = Reason(name: name, message: message)
  }
}
