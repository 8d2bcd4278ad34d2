// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// A message from the server to a page.
enum ServerMessage: Equatable, Sendable {
  /// The answer to the `hello` message of a page.
  ///
  /// `ack` is the number of the session's last handled event. `batch` is the number of the batch
  /// that the page shows from now on. With `html` the page replaces its tree; without it, the page
  /// has missed no batch. `isNew` is true if this session is new, because the page cannot have the
  /// requested one. `hasMore` is true if patches follow at once. On a new page, they are the
  /// changes that `onAppear` has made.
  case welcome(
    session: String, isNew: Bool, ack: Int, batch: Int, title: String, html: String?,
    hasMore: Bool = false)
  /// Patches to apply in order; `ack` is the number of the last event that was handled before they
  /// were made.
  ///
  /// The patches are already JSON; see `PatchEncoder`.
  case patch(batch: Int, ack: Int, String)
  /// The events up to number `ack` were handled; all their changes were sent before.
  case ack(Int)
  /// The page must fetch a new cookie of its person's session, in a request with the token.
  case renew(token: String)
}

extension ServerMessage {
  /// The message as compact JSON.
  func encoded() -> String {
    var json = JSONText()
    switch self {
    case .welcome(let session, let isNew, let ack, let batch, let title, let html, let hasMore):
      json.appendRaw(#"{"t":"welcome","session":"#)
      json.appendString(session)
      json.appendRaw(",\"new\":\(isNew),\"ack\":\(ack),\"batch\":\(batch),\"title\":")
      json.appendString(title)
      if let html {
        json.appendRaw(",\"html\":")
        json.appendString(html)
      }
      if hasMore { json.appendRaw(",\"more\":true") }
      json.appendRaw("}")
    case .patch(let batch, let ack, let patches):
      json.appendRaw("{\"t\":\"patch\",\"batch\":\(batch),\"ack\":\(ack),\"patches\":[")
      json.appendRaw(patches)
      json.appendRaw("]}")
    case .ack(let ack): json.appendRaw("{\"t\":\"ack\",\"ack\":\(ack)}")
    case .renew(let token):
      json.appendRaw(#"{"t":"renew","token":"#)
      json.appendString(token)
      json.appendRaw("}")
    }
    return json.text
  }

  /// Patches as the items of a JSON array.
  static func encoded(_ patches: [Patch]) -> String {
    var json = JSONText()
    for (index, patch) in patches.enumerated() {
      if index > 0 { json.appendRaw(",") }
      json.appendPatch(patch)
    }
    return json.text
  }
}

extension JSONText {
  /// Appends a patch as an array: its verb, and the arguments of the verb.
  fileprivate mutating func appendPatch(_ patch: Patch) {
    switch patch {
    case .setText(let node, let text): appendArray("text", .number(node.rawValue), .string(text))
    case .setAttribute(let node, let name, let value):
      appendArray("set", .number(node.rawValue), .string(name), .string(value))
    case .removeAttribute(let node, let name):
      appendArray("unset", .number(node.rawValue), .string(name))
    case .insert(let html, let parent, let before):
      appendArray("insert", .number(parent.rawValue), .number(before?.rawValue), .string(html))
    case .move(let first, let last, let parent, let before):
      appendArray(
        "move", [.number(first.rawValue), .number(parent.rawValue), .number(before?.rawValue)],
        through: last)
    case .remove(let first, let last):
      appendArray("remove", [.number(first.rawValue)], through: last)
    case .setTitle(let title): appendArray("title", .string(title))
    case .setAddress(let address, let replaces):
      appendArray("address", .string(address.text), .number(replaces ? 1 : 0))
    case .open(let address): appendArray("open", .string(address))
    }
  }

  /// Appends a patch of a range of elements; `last` is nil if the range has only one element.
  private mutating func appendArray(_ verb: String, _ items: [Item], through last: NodeID?) {
    appendArray(verb, items + (last.map { [.number($0.rawValue)] } ?? []))
  }
}
