// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A carrier that uses the WebSocket of URLSession.
///
/// It is available on Apple's systems, and on Linux if libcurl supports WebSockets.
struct URLSessionCarrier: LinkCarrier {
  func connect(to url: URL, token: String) async throws -> any LinkConnection {
    // Apple's URLSession accepts no other scheme for a WebSocket.
    guard url.scheme == "ws" || url.scheme == "wss" else {
      throw LinkFailure.unreachable(
        "the address must begin with ws://, wss://, http:// or https://")
    }
    var request = URLRequest(url: url)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.timeoutInterval = 20
    let session = URLSession(configuration: .ephemeral)
    let task = session.webSocketTask(with: request)
    // Twice the maximum length of a text. Therefore a text that is a little too long is received,
    // and `LinkReader` rejects it with `LinkFailure.tooLong`.
    task.maximumMessageSize = 2 * LinkLimits.part
    task.resume()
    return URLSessionConnection(session: session, task: task)
  }
}

/// An open WebSocket of URLSession.
private struct URLSessionConnection: LinkConnection {
  let session: URLSession
  let task: URLSessionWebSocketTask

  func send(_ text: String) async throws {
    do { try await task.send(.string(text)) } catch { throw failure(error) }
  }

  func receive() async throws -> String? {
    do {
      guard case .string(let text) = try await task.receive() else {
        throw LinkFailure.malformed("a message is not a text")
      }
      return text
    } catch {
      let failure = failure(error)
      // The other end has closed the connection without a reason.
      if case .unreachable = failure, task.closeCode != .invalid { return nil }
      throw failure
    }
  }

  func close() {
    // Before the server has answered the request, there is no WebSocket to send a close frame on.
    if task.response == nil { task.cancel() } else { task.cancel(with: .goingAway, reason: nil) }
    session.finishTasksAndInvalidate()
  }

  private func failure(_ error: any Error) -> LinkFailure {
    if let failure = error as? LinkFailure { return failure }
    if let status = (task.response as? HTTPURLResponse)?.statusCode, status >= 300 {
      return .refused(status: status)
    }
    if let reason = task.closeReason, !reason.isEmpty {
      return .closed(String(decoding: reason, as: UTF8.self))
    }
    if (error as? URLError)?.code == .unsupportedURL { return .noWebSocket("unsupported URL") }
    return .unreachable("\(error._code)")
  }
}
