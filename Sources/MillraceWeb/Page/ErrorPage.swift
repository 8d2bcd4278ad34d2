// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1

extension Response {
  /// A page with a status and the reason of an error.
  static func error(
    _ status: HTTPResponseStatus, _ reason: String, home: String, base: String = "",
    headers: [(String, String)] = []
  ) -> Response {
    let body = "<p>\(HTMLText.escaped(reason))</p>"
    let document = Document(
      title: "\(status.code) \(status.reasonPhrase)", base: base, home: home, body: body)
    return .page(status, document.html(), headers: headers)
  }

  /// An HTML page; browsers must not store it, because a live page belongs to one session.
  static func page(
    _ status: HTTPResponseStatus, _ html: String, headers: [(String, String)] = []
  ) -> Response {
    Response(
      status, type: "text/html; charset=utf-8", body: html.utf8,
      headers: [("Cache-Control", "no-store")] + headers)
  }
}
