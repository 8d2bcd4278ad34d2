// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// A message from a page: first one hello, then events and checks of the connection.
///
/// ```json
/// {"t":"hello","session":"…","page":"/counter","batch":1,"address":"/7?q=x","browser":1}
/// {"t":"event","seq":1,"node":4,"kind":"tap"}
/// {"t":"event","seq":2,"node":7,"kind":"input","value":"text"}
/// {"t":"event","seq":3,"node":8,"kind":"toggle","value":true}
/// {"t":"event","seq":4,"node":9,"kind":"drag","phase":"changed","x":12,"y":-3,"fromX":4,"fromY":5,
///  "speedX":90,"speedY":0}
/// {"t":"event","seq":5,"node":9,"kind":"key","value":"arrowup","phase":"down","held":2}
/// {"t":"event","seq":6,"node":9,"kind":"rows","first":120,"count":90,"keep":0}
/// {"t":"event","seq":7,"node":1,"kind":"address","value":"/7?q=x"}
/// {"t":"event","seq":8,"node":9,"kind":"files","value":"… …"}
/// {"t":"event","seq":9,"node":1,"kind":"browser","value":8}
/// {"t":"ask"}
/// ```
enum PageMessage: Equatable, Sendable {
  /// The page's session, the parts of its path, the last batch of patches that it applied, the
  /// address after its path, and the state of its browser.
  ///
  /// With batch 0 the page requests the whole tree. The address is nil if the page sends none, or
  /// if it is invalid: a page that does not use addresses must not fail because of its address.
  case hello(
    session: String, page: [String], batch: Int, address: PageAddress?, browser: BrowserState = [])
  /// An event of the page; `seq` counts from 1 within a session.
  case event(seq: Int, ViewEvent)
  /// The files that were chosen, with the names that the server returned for their uploads.
  case files(seq: Int, NodeID, [String])
  /// The page checks if the connection works; any message is an answer.
  case ask

  /// The reason why a message is invalid; it never contains text that a person typed.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case notFlat(FlatObject.Failure)
    case unknownType
    case missingField(String)
    case unknownField
    case badField(String)
    case unknownKind

    var description: String {
      switch self {
      case .notFlat(let failure): failure.description
      case .unknownType: "'t' is none of hello, event, ask"
      case .missingField(let name): "the field '\(name)' is missing"
      case .unknownField: "it has a field that does not belong to this kind of message"
      case .badField(let name): "the field '\(name)' has a value that is not allowed"
      case .unknownKind:
        """
        'kind' is none of tap, input, toggle, select, submit, dismiss, hover, focus, move, press, \
        drag, key, rows, files, address, browser
        """
      }
    }
  }

  /// Reads a message strictly: all fields must be known, unique, of their type and in their range.
  init(_ text: String) throws(Failure) {
    var fields: Fields
    do { fields = Fields(rest: try FlatObject(text).fields) } catch { throw .notFlat(error) }
    switch try fields.string("t") {
    case "hello":
      let session = try fields.string("session", limit: 64)
      guard let page = PageAddress(try fields.string("page")), page.hasPlainPath else {
        throw .badField("page")
      }
      self = .hello(
        session: session, page: page.path, batch: try fields.number("batch", from: 0),
        address: fields.has("address") ? Self.address(try fields.string("address")) : nil,
        browser: fields.has("browser") ? try fields.browser("browser") : [])
    case "event":
      let seq = try fields.number("seq", from: 1)
      let node = NodeID(rawValue: try fields.number("node", from: 1))
      let kind: ViewEvent.Kind
      switch try fields.string("kind") {
      case "tap": kind = .tap
      case "input": kind = .input(try fields.string("value"))
      case "toggle": kind = .toggle(try fields.bool("value"))
      case "select": kind = .select(try fields.string("value"))
      case "submit": kind = .submit
      case "dismiss": kind = .dismiss
      case "hover": kind = .hover(try fields.bool("value"))
      case "focus": kind = .focus(try fields.bool("value"))
      case "move":
        let row = try fields.number("value", from: 0)
        kind = .move(before: row == 0 ? nil : NodeID(rawValue: row))
      case "press": kind = .press(at: try fields.point("x", "y"))
      case "drag":
        guard let phase = ViewEvent.Drag.Phase(rawValue: try fields.string("phase")) else {
          throw .badField("phase")
        }
        let speed = try fields.point("speedX", "speedY")
        kind = .drag(
          ViewEvent.Drag(
            from: try fields.point("fromX", "fromY"), to: try fields.point("x", "y"),
            velocity: CGSize(width: speed.x, height: speed.y), phase: phase))
      case "key":
        let key = try fields.string("value", limit: 32)
        let phases = ["down": KeyPress.Phases.down, "repeat": .repeat, "up": .up]
        guard let phase = phases[try fields.string("phase")] else { throw .badField("phase") }
        let held = EventModifiers(rawValue: try fields.number("held", from: 0))
        guard held.isSubset(of: .all) else { throw .badField("held") }
        kind = .key(key, phase, held)
      case "rows":
        let first = try fields.number("first", from: 0)
        let count = try fields.number("count", from: 1)
        let kept = try fields.number("keep", from: 0)
        kind = .rows(first..<first + count, keeping: kept == 0 ? nil : NodeID(rawValue: kept))
      case "files":
        let names = try fields.string("value").split(separator: " ").map(String.init)
        guard fields.rest.isEmpty else { throw .unknownField }
        self = .files(seq: seq, node, names)
        return
      case "address":
        guard let address = Self.address(try fields.string("value")) else {
          throw .badField("value")
        }
        kind = .address(address)
      case "browser": kind = .browser(try fields.browser("value"))
      default: throw .unknownKind
      }
      self = .event(seq: seq, ViewEvent(node: node, kind: kind))
    case "ask": self = .ask
    default: throw .unknownType
    }
    guard fields.rest.isEmpty else { throw .unknownField }
  }
}

extension PageMessage {
  /// The number of an event that is otherwise invalid, or nil.
  ///
  /// The event is acknowledged with this number, so that the page does not send it again.
  static func number(of text: String) -> Int? {
    guard let fields = try? FlatObject(text).fields, fields["t"] == .string("event"),
      case .number(let seq) = fields["seq"], seq > 0
    else { return nil }
    return seq
  }

  /// Reads an address that a browser shows; a component `.` or `..` is valid only in its strict
  /// form, such as `~.`.
  private static func address(_ text: String) -> PageAddress? {
    guard let address = PageAddress(shown: text) else { return nil }
    let hasSteps = address.path.contains { $0 == "." || $0 == ".." }
    return hasSteps && PageAddress(text) == nil ? nil : address
  }
}

/// The fields of a message, which are removed one by one; remaining fields are unknown ones.
private struct Fields {
  var rest: [String: FlatObject.Value]

  func has(_ name: String) -> Bool { rest[name] != nil }

  private mutating func take(_ name: String) throws(PageMessage.Failure) -> FlatObject.Value {
    guard let value = rest.removeValue(forKey: name) else { throw .missingField(name) }
    return value
  }

  mutating func string(
    _ name: String, limit: Int = .max
  ) throws(PageMessage.Failure) -> String {
    guard case .string(let text) = try take(name), text.utf8.count <= limit else {
      throw .badField(name)
    }
    return text
  }

  mutating func number(_ name: String, from least: Int) throws(PageMessage.Failure) -> Int {
    guard case .number(let number) = try take(name), number >= least else {
      throw .badField(name)
    }
    return number
  }

  mutating func browser(_ name: String) throws(PageMessage.Failure) -> BrowserState {
    let state = BrowserState(rawValue: try number(name, from: 0))
    guard state.isSubset(of: .all) else { throw .badField(name) }
    return state
  }

  /// Removes two coordinates; each must be at most a million points from zero.
  mutating func point(_ x: String, _ y: String) throws(PageMessage.Failure) -> CGPoint {
    let point = (try length(x), try length(y))
    return CGPoint(x: point.0, y: point.1)
  }

  private mutating func length(_ name: String) throws(PageMessage.Failure) -> Int {
    let length = try number(name, from: -1_000_000)
    guard length <= 1_000_000 else { throw .badField(name) }
    return length
  }

  mutating func bool(_ name: String) throws(PageMessage.Failure) -> Bool {
    guard case .bool(let value) = try take(name) else { throw .badField(name) }
    return value
  }
}
