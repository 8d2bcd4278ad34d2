// SPDX-License-Identifier: Apache-2.0

/// The files that every page needs, kept in the program itself.
enum Asset: String, CaseIterable, Sendable {
  case tree = "/millrace-tree.js"
  case script = "/millrace.js"
  case controls = "/millrace-controls.js"
  case gestures = "/millrace-gestures.js"
  case windows = "/millrace-windows.js"
  case style = "/millrace.css"
  case icon = "/millrace.svg"

  /// Where a page's socket is opened.
  static let socketPath = "/millrace.socket"

  var path: String { rawValue }

  /// The scripts of a live page, in the order in which they run.
  static let scripts: [Asset] = [.tree, .script, .controls, .gestures, .windows]

  var response: Response {
    Response(.ok, type: type, body: text, headers: [("Cache-Control", "no-cache")])
  }

  private var type: String {
    switch self {
    case .tree, .script, .controls, .gestures, .windows: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// What is in the file.
  var text: String {
    switch self {
    case .tree: TreeScript.text
    case .script: PageScript.text
    case .controls: ControlScript.text
    case .gestures: GestureScript.text
    case .windows: WindowScript.text
    case .style: PageStyle.text
    case .icon: PageIcon.text
    }
  }
}
