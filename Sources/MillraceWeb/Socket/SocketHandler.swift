// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// The last handler of a socket's pipeline: passes messages to the main actor and writes output.
///
/// If a page sends messages faster than the main actor handles them, reading is paused until all of
/// them are handled. Until then further messages wait outside of this process.
final class SocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  private enum Phase { case open, closing, closed }

  private let line: SocketLine
  private let exchange: Exchange
  private let limits: MessageLimits
  private let log: WebLog
  private var phase = Phase.open
  private var context: ChannelHandlerContext?
  private var texts: [String] = []
  private var opening: Opening
  /// True if NIO has requested a read while reading was paused.
  private var isReadDelayed = false
  /// True if there are writes that are not flushed.
  private var hasWritten = false
  /// The payload of the latest ping that arrived while the page did not read.
  ///
  /// Only this ping gets a pong, as soon as the page reads again.
  private var delayedPing: ByteBuffer?

  init(
    line: SocketLine, request: PageRequest, exchange: Exchange, limits: WebLimits, log: WebLog
  ) {
    opening = .by(request)
    self.line = line
    self.exchange = exchange
    self.limits = MessageLimits(limits)
    self.log = log
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    line.handler = self
    line.connection.becomeSocket()
    if case .by(let request) = opening { exchange.post(.opened(request), from: line) }
    opening = .done
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    guard phase != .closed else { return }
    phase = .closed
    context = nil
    line.handler = nil
    line.connection.end()  // releases the line, which the phase of the connection references
    deliver()
    exchange.post(.closed, from: line)
  }

  // Input -------------------------------------------------------------------------------------

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase == .open else { return }
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      // Data that arrives while reading is paused is what a page sent before it closed its socket.
      // NIO reads all of it at once. It is dropped, and not acknowledged.
      if isReadDelayed { return }
      let bytes = frame.unmaskedData
      guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
        return fail(.badText)
      }
      texts.append(text)
    case .ping: answer(frame.unmaskedData)
    case .connectionClose:
      do {
        let code = try CloseCode.read(frame.unmaskedData)
        close(code ?? .normal, "")
      } catch {
        fail(error)
      }
    case .binary: fail(.binary)
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    line.connection.extendDeadline()
    deliver()
    flush()
    context.fireChannelReadComplete()
  }

  /// Passes the messages of one read to the main actor.
  private func deliver() {
    guard !texts.isEmpty else { return }
    let arrived = texts
    texts = []
    line.arrived(arrived)
    exchange.post(.texts(arrived), from: line)
  }

  func read(context: ChannelHandlerContext) {
    if line.isPaused { isReadDelayed = true } else { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !(error is ChannelError), !(error is IOError) else {
      context.close(promise: nil)
      return
    }
    fail(SocketFault(error, limits: limits))
  }

  private func fail(_ fault: SocketFault) {
    guard phase == .open else { return }
    log("closed a socket, because \(fault)", from: line.client)
    deliver()
    close(fault.code, "")
  }

  /// Answers a ping, or stores it in `delayedPing`; the caller flushes.
  private func answer(_ payload: ByteBuffer) {
    guard let context else { return }
    guard context.channel.isWritable else {
      delayedPing = payload
      return
    }
    put(.pong, payload)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let ping = delayedPing, phase == .open {
      delayedPing = nil
      answer(ping)
      flush()
    }
    context.fireChannelWritabilityChanged()
  }

  // Output ------------------------------------------------------------------------------------

  /// Executes an item of the outbox; the caller flushes.
  func write(_ item: Outbox.Item) {
    guard let context, phase == .open else { return line.drop(item) }
    switch item {
    case .text(let text):
      put(ServerFrame.bytes(text, context.channel.allocator), text.utf8.count, context)
    case .close(let code, let reason): close(code, reason)
    case .cut: cut()
    case .ping: put(.ping, ByteBuffer())
    case .read:
      guard isReadDelayed else { return }
      isReadDelayed = false
      context.read()
    }
  }

  func flush() {
    guard hasWritten else { return }
    hasWritten = false
    context?.flush()
  }

  private func put(_ opcode: WebSocketOpcode, _ payload: ByteBuffer) {
    guard let context else { return }
    let bytes = payload.readableBytes
    guard line.add(bytes) else { return cut() }
    put(
      ServerFrame.bytes(opcode, payload.readableBytesView, context.channel.allocator), bytes,
      context)
  }

  /// Writes a frame; when the system has taken it, its payload is no longer counted as unread.
  private func put(_ frame: ByteBuffer, _ bytes: Int, _ context: ChannelHandlerContext) {
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { [line] _ in line.wrote(bytes) }
    context.write(wrapOutboundOut(frame), promise: promise)
    hasWritten = true
  }

  /// Sends a close frame, then closes the output.
  ///
  /// The connection closes when the page closes its side, or at a deadline. If bytes of the page
  /// are still unread, closing at once could lose the close frame.
  private func close(_ code: CloseCode, _ reason: String) {
    guard let context, phase == .open else { return }
    phase = .closing
    var data = context.channel.allocator.buffer(capacity: 125)
    data.writeInteger(code.rawValue)
    data.writeString(CloseCode.fitting(reason))
    let frame = ServerFrame.bytes(
      .connectionClose, data.readableBytesView, context.channel.allocator)
    line.connection.end()
    // Further input is dropped before it is decoded.
    try? context.pipeline.syncOperations.addHandler(InputDropper(), position: .first)
    // Sound: a context writes on its own event loop.
    context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { [weak self] _ in
      self?.context?.close(mode: .output, promise: nil)
    }
  }

  /// Closes the connection at once.
  private func cut() {
    guard let context else { return }
    phase = .closing
    context.close(mode: .all, promise: nil)
  }
}

/// Drops all input.
private final class InputDropper: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
