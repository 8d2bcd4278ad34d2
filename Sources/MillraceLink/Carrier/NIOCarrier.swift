// SPDX-License-Identifier: Apache-2.0

#if Web && os(Linux) && canImport(NIOCore)
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOWebSocket

  /// A carrier that uses the WebSocket of SwiftNIO, without TLS.
  struct NIOCarrier: LinkCarrier {
    /// The timeout for the connection and the response to the upgrade request together.
    var answerTimeout = Duration.seconds(20)

    private enum Answer: Sendable {
      case open(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
      case refused
    }

    func connect(to url: URL, token: String) async throws -> any LinkConnection {
      guard let host = url.host, url.scheme == "ws" || url.scheme == "http" else {
        throw LinkFailure.unreachable("on Linux the address must begin with ws:// or http://")
      }
      var headers = HTTPHeaders([("Host", Self.hostHeader(host, url.port))])
      headers.add(name: "Authorization", value: "Bearer \(token)")
      headers.add(name: "Content-Length", value: "0")
      let head = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: Self.target(of: url), headers: headers)
      do {
        let answer = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .connectTimeout(.seconds(10))
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .connect(host: host, port: url.port ?? 80) { channel in
            channel.eventLoop.makeCompletedFuture {
              let answer = try Self.pipeline(channel, head)
              let end = channel.eventLoop.scheduleTask(in: TimeAmount(answerTimeout)) {
                channel.close(promise: nil)
              }
              answer.whenComplete { _ in end.cancel() }
              return answer
            }
          }
        guard case .open(let channel) = try await answer.get() else {
          throw LinkFailure.refused(status: nil)
        }
        return NIOConnection(channel)
      } catch {
        throw LinkFailure.named(error)
      }
    }

    /// The target of the request: the percent-encoded path and query of the address.
    static func target(of url: URL) -> String {
      let path = url.path(percentEncoded: true)
      let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
      return (path.isEmpty ? "/" : path) + query
    }

    private static func hostHeader(_ host: String, _ port: Int?) -> String {
      let name = host.contains(":") ? "[\(host)]" : host
      return port.map { "\(name):\($0)" } ?? name
    }

    private static func pipeline(
      _ channel: any Channel, _ head: HTTPRequestHead
    ) throws -> EventLoopFuture<Answer> {
      let upgrader = NIOTypedWebSocketClientUpgrader<Answer>(
        maxFrameSize: 2 * LinkLimits.part
      ) { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 256,
              maxAccumulatedFrameSize: 2 * LinkLimits.part))
          return .open(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
      }
      return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
        configuration: .init(
          upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: head, upgraders: [upgrader]
          ) { channel in
            channel.close().map { .refused }
          }))
    }
  }

  /// An open WebSocket of SwiftNIO.
  private final class NIOConnection: LinkConnection {
    private let channel: any Channel
    private let frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    private let texts: AsyncThrowingStream<String, any Error>

    init(_ frames: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) {
      self.frames = frames
      channel = frames.channel
      let (texts, input) = AsyncThrowingStream<String, any Error>.makeStream(
        bufferingPolicy: .bufferingOldest(LinkLimits.waitingTexts))
      self.texts = texts
      Task {
        do {
          try await frames.executeThenClose { inbound, outbound in
            for try await frame in inbound {
              switch frame.opcode {
              case .text:
                guard case .enqueued = input.yield(String(buffer: frame.unmaskedData)) else {
                  throw LinkFailure.tooMany("pending texts", limit: LinkLimits.waitingTexts)
                }
              case .ping:
                try await outbound.write(
                  WebSocketFrame(
                    fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData))
              case .pong: break
              case .connectionClose:
                var data = frame.unmaskedData
                data.moveReaderIndex(forwardBy: min(2, data.readableBytes))
                // Without a reason, `receive` returns nil.
                if data.readableBytes == 0 { return }
                throw LinkFailure.closed(String(buffer: data))
              default: throw LinkFailure.malformed("a message is not a text")
              }
            }
          }
          input.finish()
        } catch {
          input.finish(throwing: LinkFailure.named(error))
        }
      }
    }

    func send(_ text: String) async throws {
      let frame = WebSocketFrame(
        fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
      do { try await channel.writeAndFlush(frame) } catch { throw LinkFailure.named(error) }
    }

    func receive() async throws -> String? {
      for try await text in texts { return text }
      return nil
    }

    func close() { channel.close(promise: nil) }
  }
#endif
