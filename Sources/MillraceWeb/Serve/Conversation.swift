// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Talks with one page over its socket: reads its messages, hands them to its session.
struct Conversation: Sendable {
  let link: Link
  let hub: SessionHub
  let limits: WebLimits
  let log: WebLog

  /// Runs until either side closes; `first` are bytes that came with the handshake.
  func run(_ first: [UInt8]) async {
    let outbox = Outbox(limit: limits.waitingBytes) { [link, log] in
      log("closed a socket, because its page does not read what is sent")
      link.hangUp()
    }
    link.becomes(outbox)
    await withTaskGroup { group in
      group.addTask { await write(outbox) }
      let session = await read(first, outbox)
      if let session { await hub.detach(outbox, from: session) }
      outbox.finish()
    }
  }

  private func write(_ outbox: Outbox) async {
    for await bytes in outbox.frames {
      guard await link.write(bytes) else { break }
      outbox.wrote(bytes.count)
    }
    outbox.finish()
    link.hangUp()
  }

  private func read(_ first: [UInt8], _ outbox: Outbox) async -> Session? {
    var decoder = FrameDecoder(limit: limits.messageBytes)
    var listener = PageListener(hub: hub, limits: limits, log: log, outbox: outbox)
    decoder.append(first)
    while true {
      var texts: [String] = []
      var end: CloseCode?
      do {
        reading: while let frame = try decoder.next() {
          switch frame {
          case .text(let text): texts.append(text)
          case .ping(let payload): outbox.pong(payload)
          case .pong: break
          case .binary:
            log("closed a socket, because it sent a binary message")
            end = .policy
            break reading
          case .close:
            end = .normal
            break reading
          }
        }
      } catch {
        log("closed a socket, because \(error)")
        end = error.code
      }
      if !texts.isEmpty, let code = await listener.take(texts) { end = end ?? code }
      if let end {
        outbox.close(end)
        return listener.session
      }
      guard let bytes = await link.read() else { return listener.session }
      decoder.append(bytes)
    }
  }
}
