// SPDX-License-Identifier: Apache-2.0

// The signatures with which a link opens its WebSocket.

open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum CloseCode: Int, Sendable {
    case invalid = 0
    case normalClosure = 1000
    case goingAway = 1001
  }
  open func cancel(with closeCode: CloseCode, reason: Data?) {}
  open var maximumMessageSize: Int = 0
  open var closeCode: CloseCode { fatalError() }
  open var closeReason: Data? { fatalError() }
}
extension URLSessionWebSocketTask {
  public enum Message: Sendable {
    case data(Data)
    case string(String)
  }
  public func send(_ message: Message) async throws {}
  public func receive() async throws -> Message { fatalError() }
}
extension URLSession {
  public convenience init(configuration: URLSessionConfiguration) { fatalError() }
  public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask { fatalError() }
}
extension URLError.Code {
  public static var unsupportedURL: URLError.Code { fatalError() }
}
extension URL {
  public var scheme: String? { fatalError() }
}
public struct URLComponents: Hashable, Codable, Sendable {
  public init?(url: __shared URL, resolvingAgainstBaseURL resolve: Bool) { fatalError() }
  public var scheme: String? {
    get { fatalError() }
    set {}
  }
  public var url: URL? { fatalError() }
}
public struct CharacterSet: Hashable, Codable, Sendable {
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}
extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
}
