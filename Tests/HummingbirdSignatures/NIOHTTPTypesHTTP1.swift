// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import NIOCore
public import NIOHTTP1
public import NIOHTTPTypes

public final class HTTP1ToHTTPServerCodec: ChannelDuplexHandler, RemovableChannelHandler, Sendable {
  public typealias InboundIn = HTTPServerRequestPart
  public typealias InboundOut = HTTPRequestPart
  public typealias OutboundIn = HTTPResponsePart
  public typealias OutboundOut = HTTPServerResponsePart

  public init(secure: Bool, splitCookie: Bool = false) {}
}
