// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Logging
public import NIOCore
public import NIOHTTPTypes

public struct Request: Sendable {}

public struct ResponseWriter: ~Copyable {}

public protocol ServerChildChannel: Sendable {
  associatedtype Value: Sendable
  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value>
  func handle(value: Value, logger: Logger) async
}

public protocol HTTPChannelHandler: ServerChildChannel {
  typealias Responder =
    @Sendable (Request, consuming ResponseWriter, any Channel) async throws -> Void
  var responder: Responder { get }
}

extension HTTPChannelHandler {
  public func handleHTTP(
    asyncChannel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, logger: Logger
  ) async {}
}

public struct HTTPServerBuilder: Sendable {
  public init(
    _ build:
      @escaping @Sendable (@escaping HTTPChannelHandler.Responder) throws -> any ServerChildChannel
  ) {}
}
