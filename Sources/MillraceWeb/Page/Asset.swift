// SPDX-License-Identifier: Apache-2.0

/// The scripts, the style sheet and the icon of pages; their content is part of the program.
enum Asset: String, CaseIterable, Sendable {
  // The scripts, in the order in which they run.
  case tree = "/millrace-tree.js"
  case address = "/millrace-address.js"
  case fields = "/millrace-fields.js"
  case elements = "/millrace-elements.js"
  case line = "/millrace-line.js"
  case session = "/millrace-session.js"
  case script = "/millrace.js"
  case browser = "/millrace-browser.js"
  case controls = "/millrace-controls.js"
  case keys = "/millrace-keys.js"
  case rows = "/millrace-rows.js"
  case gestures = "/millrace-gestures.js"
  case order = "/millrace-order.js"
  case pointer = "/millrace-pointer.js"
  case focus = "/millrace-focus.js"
  case windows = "/millrace-windows.js"
  case scroll = "/millrace-scroll.js"

  case style = "/millrace.css"
  case icon = "/millrace.svg"

  /// The path of a page's socket.
  static let socketPath = "/millrace.socket"
  /// The path to which a page sends files.
  static let uploadPath = "/millrace.upload"
  /// The path at which a page fetches the cookie of a person's renewed session.
  static let renewPath = "/millrace.renew"
  /// The path of the health check, for load balancers.
  static let healthPath = "/healthz"

  var path: String { rawValue }

  /// The scripts of a live page, in the order in which they run.
  static let scripts = allCases.filter { $0 != .style && $0 != .icon }

  /// The files by path; the application's own style sheet follows Millrace's.
  static func files(styleSheet: String) -> [String: StaticFile] {
    let pairs = allCases.map { asset in
      let text = asset == .style ? asset.text + styleSheet : asset.text
      return (asset.path, StaticFile(type: asset.type, bytes: Array(text.utf8)))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private var type: String {
    switch self {
    case .style: "text/css; charset=utf-8"
    case .icon: "image/svg+xml"
    default: "text/javascript; charset=utf-8"
    }
  }

  /// The content of the file.
  var text: String {
    switch self {
    case .tree: TreeScript.text
    case .address: AddressScript.text
    case .fields: FieldScript.text
    case .elements: ElementScript.text
    case .line: LineScript.text
    case .session: SessionScript.text
    case .script: PageScript.text
    case .browser: BrowserScript.text
    case .controls: ControlScript.text
    case .keys: KeyScript.text
    case .rows: RowScript.text
    case .gestures: GestureScript.text
    case .order: OrderScript.text
    case .pointer: PointerScript.text
    case .focus: FocusScript.text
    case .windows: WindowScript.text
    case .scroll: ScrollScript.text
    case .style: PageStyle.text
    case .icon: PageIcon.text
    }
  }
}
