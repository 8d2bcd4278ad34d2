// SPDX-License-Identifier: Apache-2.0

/// The files that every page needs, kept in the program itself.
enum Asset: String, CaseIterable, Sendable {
  case script = "/millrace.js"
  case controls = "/millrace-controls.js"
  case gestures = "/millrace-gestures.js"
  case style = "/millrace.css"
  case icon = "/millrace.svg"

  /// Where a page's socket is opened.
  static let socketPath = "/millrace.socket"

  var path: String { rawValue }

  var response: Response {
    let fresh = [("Cache-Control", "no-cache")]
    return switch self {
    case .script:
      Response(
        .ok, type: "text/javascript; charset=utf-8", body: PageScript.text, headers: fresh)
    case .controls:
      Response(
        .ok, type: "text/javascript; charset=utf-8", body: ControlScript.text, headers: fresh)
    case .gestures:
      Response(
        .ok, type: "text/javascript; charset=utf-8", body: GestureScript.text, headers: fresh)
    case .style:
      Response(.ok, type: "text/css; charset=utf-8", body: PageStyle.text, headers: fresh)
    case .icon: Response(.ok, type: "image/svg+xml", body: PageIcon.text, headers: fresh)
    }
  }
}
