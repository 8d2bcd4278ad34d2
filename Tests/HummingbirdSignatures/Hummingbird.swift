// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import HummingbirdCore
public import Logging
public import ServiceLifecycle

public protocol HTTPResponder: Sendable {}

public protocol HTTPResponderBuilder {
  associatedtype Responder: HTTPResponder
}

public struct BasicRequestContext: Sendable {}

public struct RouterResponder<Context>: HTTPResponder {}

public final class Router<Context>: HTTPResponderBuilder {
  public typealias Responder = RouterResponder<Context>

  public init(context: Context.Type = BasicRequestContext.self) {}
}

public struct Application<Responder: HTTPResponder>: Service {
  public var logger: Logger

  public init<ResponderBuilder: HTTPResponderBuilder>(
    router: ResponderBuilder, server: HTTPServerBuilder, services: [any Service] = [],
    logger: Logger? = nil
  ) where Responder == ResponderBuilder.Responder {
    self.logger = Logger(label: "Hummingbird")
  }

  public func run() async throws {}
}
