// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Synchronization

@testable import MillraceWeb

/// An event loop that counts how often it is woken, and runs its tasks when a test calls `run`.
final class CountingLoop: EventLoop {
  private let count = Atomic<Int>(0)
  private let tasks = Mutex<[@Sendable () -> Void]>([])

  var wakeUps: Int { count.load(ordering: .relaxed) }
  var inEventLoop: Bool { true }

  func execute(_ task: @escaping @Sendable () -> Void) {
    count.add(1, ordering: .relaxed)
    tasks.withLock { $0.append(task) }
  }

  /// Runs the tasks, and the tasks that these add.
  func run() {
    while true {
      let next = tasks.withLock { tasks in
        defer { tasks = [] }
        return tasks
      }
      if next.isEmpty { return }
      for task in next { task() }
    }
  }

  func scheduleTask<T>(
    deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T
  ) -> Scheduled<T> {
    fatalError("Nothing of the server asks an event loop for the time.")
  }

  func scheduleTask<T>(
    in time: TimeAmount, _ task: @escaping @Sendable () throws -> T
  ) -> Scheduled<T> {
    fatalError("Nothing of the server asks an event loop for the time.")
  }

  func shutdownGracefully(
    queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void
  ) {
    queue.async { callback(nil) }
  }
}

/// Counts what reaches the system: flushes and reads.
final class SystemCounter: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private(set) var flushes = 0
  private(set) var reads = 0

  func flush(context: ChannelHandlerContext) {
    flushes += 1
    context.flush()
  }

  func read(context: ChannelHandlerContext) {
    reads += 1
    context.read()
  }
}

/// A page's socket without a network: its line, its handler, and what is written.
final class FakeConnection {
  let channel = EmbeddedChannel()
  let system = SystemCounter()
  let connection: Connection
  let line: SocketLine
  let overruns = Overruns()

  final class Overruns: Sendable {
    private let number = Atomic<Int>(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }

  init(
    _ outbox: Outbox,
    exchange: Exchange = Exchange(stopwatch: Stopwatch(ManualClock())) { _ in },
    limits: WebLimits = WebLimits(), clock: any Clock<Duration> = ManualClock(),
    log: WebLog = .silent, shared: ByteReserve = ByteReserve(perNetwork: .max),
    client: String = "127.0.0.1"
  ) throws {
    connection = Connection(
      address: "127.0.0.1", channel: channel, limits: limits, stopwatch: Stopwatch(clock))
    line = SocketLine(
      outbox: outbox, connection: connection, client: client, limit: limits.unreadBytes,
      shared: shared
    ) { [overruns] in overruns.add() }
    try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandlers(
      system,
      SocketHandler(
        line: line, request: try request("/millrace.socket"), exchange: exchange, limits: limits,
        log: log))
  }

  /// Receives a frame.
  func receive(_ opcode: WebSocketOpcode, _ text: String = "") throws {
    try channel.writeInbound(
      WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(string: text)))
  }

  /// The frames that were written since the last call.
  func written() throws -> [WebSocketFrame] {
    let reader = EmbeddedChannel(
      handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 24)))
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
      try reader.writeInbound(bytes)
    }
    var frames: [WebSocketFrame] = []
    while let frame = try reader.readInbound(as: WebSocketFrame.self) { frames.append(frame) }
    return frames
  }
}
