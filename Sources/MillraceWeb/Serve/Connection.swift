// SPDX-License-Identifier: Apache-2.0

/// Serves one connection from its first request to its end.
struct Connection: Sendable {
  let link: Link
  let router: Router
  let limits: WebLimits
  let log: WebLog

  /// Answers requests until the connection ends or becomes a page's socket that ends.
  func serve() async {
    var bytes: [UInt8] = []
    while let head = await nextHead(&bytes) {
      if head.path == Asset.socketPath, await open(head, bytes) { break }
      guard await answer(head) else { break }
    }
    link.close()
  }

  private func nextHead(_ bytes: inout [UInt8]) async -> RequestHead? {
    do {
      while true {
        if let head = try RequestHead.take(from: &bytes, limit: limits.requestBytes) { return head }
        guard let more = await link.read() else { return nil }
        bytes += more
      }
    } catch {
      let response = router.refuse(error)
      _ = await link.write(response.encoded(keepsAlive: false, withBody: true))
      return nil
    }
  }

  /// Answers a plain request; false if the connection does not go on.
  private func answer(_ head: RequestHead) async -> Bool {
    let response = await router.answer(head)
    let goesOn = head.keepsAlive && !head.announcesBody && response.status != .badRequest
    let bytes = response.encoded(keepsAlive: goesOn, withBody: head.method != "HEAD")
    return await link.write(bytes) && goesOn
  }

  /// Opens a page's socket and serves it to its end; false if the request was no good.
  private func open(_ head: RequestHead, _ rest: [UInt8]) async -> Bool {
    guard head.method == "GET", router.mayOpen(head), let accept = try? Handshake.accept(head)
    else { return false }
    guard await link.write(accept) else { return true }
    await Conversation(link: link, hub: router.hub, limits: limits, log: log).run(rest)
    return true
  }
}
