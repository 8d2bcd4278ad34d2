// SPDX-License-Identifier: Apache-2.0

extension Response {
  /// A page that says what went wrong and what to do.
  static func error(
    _ status: Status, _ reason: String, home: String, headers: [(String, String)] = []
  ) -> Response {
    let body = "<p>\(HTMLText.escaped(reason))</p>"
    let document = Document(title: "\(status.rawValue) \(status.phrase)", home: home, body: body)
    return .page(status, document.html(), headers: headers)
  }

  /// An HTML page; browsers must not keep it, because a page belongs to one session.
  static func page(
    _ status: Status, _ html: String, headers: [(String, String)] = []
  ) -> Response {
    Response(
      status, type: "text/html; charset=utf-8", body: html,
      headers: [("Cache-Control", "no-store")] + headers)
  }
}
