// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The WebSocket of URLSession: on Apple's systems always there, on Linux where libcurl has it.
struct URLSessionCarrier: LinkCarrier {
  func connect(to url: URL, token: String) async throws -> any LinkConnection {
    var request = URLRequest(url: url)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.timeoutInterval = 20
    let session = URLSession(configuration: .ephemeral)
    let task = session.webSocketTask(with: request)
    // Twice the length of the longest text.
    task.maximumMessageSize = 2 * LinkLimits.part
    task.resume()
    return URLSessionConnection(session: session, task: task)
  }
}

/// One WebSocket of URLSession.
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
      let fault = failure(error)
      // The other end has closed, and has given no reason.
      if case .unreachable = fault, task.closeCode != .invalid { return nil }
      throw fault
    }
  }

  func close() {
    // Before the answer to the request there is no socket to say it on.
    if task.response == nil { task.cancel() } else { task.cancel(with: .goingAway, reason: nil) }
    session.finishTasksAndInvalidate()
  }

  private func failure(_ error: any Error) -> LinkFailure {
    if let failure = error as? LinkFailure { return failure }
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 101
    if status != 101, status >= 300 { return .refused(status: status) }
    if let reason = task.closeReason, !reason.isEmpty {
      return .closed(String(decoding: reason, as: UTF8.self))
    }
    if (error as? URLError)?.code == .unsupportedURL { return .noWebSocket("unsupported URL") }
    return .unreachable("\(error._code)")
  }
}
