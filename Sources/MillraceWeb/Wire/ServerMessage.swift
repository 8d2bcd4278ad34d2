// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// What the server sends to a page.
enum ServerMessage: Equatable, Sendable {
  /// The answer to a hello.
  ///
  /// `ack` is the last event of the session that was handled, `batch` what the page shows from now
  /// on. With `html` the page takes that tree over; without it, it is up to date. `isNew` says
  /// that the session asked for is gone and that this one begins.
  case welcome(session: String, isNew: Bool, ack: Int, batch: Int, title: String, html: String?)
  /// Patches to apply in order; `ack` is the last event that the server had handled then.
  ///
  /// The patches are JSON already, see `PatchEncoder`.
  case patch(batch: Int, ack: Int, String)
  /// Events up to `ack` were handled and changed nothing.
  case ack(Int)
  /// The page is to fetch the cookie of its person's new session with a token.
  case renew(token: String)
}

extension ServerMessage {
  /// The message as compact JSON.
  func encoded() -> String {
    var json = JSONText()
    switch self {
    case .welcome(let session, let isNew, let ack, let batch, let title, let html):
      json.raw(#"{"t":"welcome","session":"#)
      json.string(session)
      json.raw(",\"new\":\(isNew),\"ack\":\(ack),\"batch\":\(batch),\"title\":")
      json.string(title)
      if let html {
        json.raw(",\"html\":")
        json.string(html)
      }
      json.raw("}")
    case .patch(let batch, let ack, let patches):
      json.raw("{\"t\":\"patch\",\"batch\":\(batch),\"ack\":\(ack),\"patches\":[")
      json.raw(patches)
      json.raw("]}")
    case .ack(let ack): json.raw("{\"t\":\"ack\",\"ack\":\(ack)}")
    case .renew(let token):
      json.raw(#"{"t":"renew","token":"#)
      json.string(token)
      json.raw("}")
    }
    return json.text
  }

  /// Patches as the items of a JSON array.
  static func encoded(_ patches: [Patch]) -> String {
    var json = JSONText()
    for (index, patch) in patches.enumerated() {
      if index > 0 { json.raw(",") }
      json.patch(patch)
    }
    return json.text
  }
}

extension JSONText {
  /// A patch is an array: its verb, its node, then what the verb needs.
  fileprivate mutating func patch(_ patch: Patch) {
    switch patch {
    case .setText(let node, let text): array("text", .number(node.rawValue), .string(text))
    case .setAttribute(let node, let name, let value):
      array("set", .number(node.rawValue), .string(name), .string(value))
    case .removeAttribute(let node, let name):
      array("unset", .number(node.rawValue), .string(name))
    case .insert(let html, let parent, let before):
      array("insert", .number(parent.rawValue), .number(before?.rawValue), .string(html))
    case .move(let first, let last, let parent, let before):
      array(
        "move", [.number(first.rawValue), .number(parent.rawValue), .number(before?.rawValue)],
        through: last)
    case .remove(let first, let last): array("remove", [.number(first.rawValue)], through: last)
    case .setTitle(let title): array("title", .string(title))
    case .setAddress(let address, let replaces):
      array("address", .string(address.text), .number(replaces ? 1 : 0))
    }
  }

  /// A patch of a run of elements ends with the last one, unless that is the first one.
  private mutating func array(_ verb: String, _ items: [Item], through last: NodeID?) {
    array(verb, items + (last.map { [.number($0.rawValue)] } ?? []))
  }
}
