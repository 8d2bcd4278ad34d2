// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

/// The page that a browser would have: built from the first HTML, and changed by patches.
final class PatchedPage {
  /// An element, or a text if it has no tag.
  final class Element: CustomStringConvertible {
    var tag: String?
    var text = ""
    var attributes: [String: String] = [:]
    var children: [Element] = []
    weak var parent: Element?

    var description: String {
      guard let tag else { return text }
      let names = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }
      return "<\(tag)\(names.joined())>\(children.map(\.description).joined())</\(tag)>"
    }
  }

  private(set) var root: Element

  init(html: String) {
    root = Self.parse(html)[0]
  }

  func apply(_ patches: [Patch]) throws(Failure) {
    for patch in patches {
      switch patch {
      case .setText(let id, let text):
        let new = Element()
        new.text = text
        try find(id).children = text.isEmpty ? [] : [new]
      case .setAttribute(let id, let name, let value): try set(name, of: find(id), to: value)
      case .removeAttribute(let id, let name): try find(id).attributes[name] = nil
      case .insert(let html, let parent, let next):
        for element in Self.parse(html) { try put(element, in: find(parent), before: next) }
      case .move(let first, let last, let parent, let next):
        for element in try detach(from: first, through: last) {
          try put(element, in: find(parent), before: next)
        }
      case .remove(let first, let last): _ = try detach(from: first, through: last)
      case .setTitle, .setAddress, .open: break
      }
    }
  }

  /// Sets an attribute; the value of a text area or of a choice is a property, which HTML describes
  /// by the text or by the selected option.
  private func set(_ name: String, of element: Element, to value: String) {
    switch (element.tag, name) {
    case ("textarea", "value"):
      let text = Element()
      text.text = "\n" + value
      element.children = [text]
    case ("select", "value"):
      for option in element.children {
        option.attributes["selected"] = option.attributes["value"] == value ? "" : nil
      }
    default: element.attributes[name] = value
    }
  }

  struct Failure: Error {
    let missing: String
  }

  private func find(_ id: NodeID) throws(Failure) -> Element {
    func search(_ element: Element) -> Element? {
      if element.attributes["data-n"] == String(id.rawValue) { return element }
      return element.children.lazy.compactMap(search).first
    }
    guard let found = search(root) else { throw Failure(missing: "\(id)") }
    return found
  }

  private func detach(
    from first: NodeID, through last: NodeID?
  ) throws(Failure) -> [Element] {
    let start = try find(first)
    let end = try find(last ?? first)
    guard let parent = start.parent, let from = parent.children.firstIndex(where: { $0 === start }),
      let to = parent.children[from...].firstIndex(where: { $0 === end })
    else { throw Failure(missing: "the run from \(start) to \(end)") }
    defer { parent.children.removeSubrange(from...to) }
    return Array(parent.children[from...to])
  }

  private func put(_ element: Element, in parent: Element, before next: NodeID?) throws(Failure) {
    element.parent = parent
    guard let next else { return parent.children.append(element) }
    let following = try find(next)
    guard let index = parent.children.firstIndex(where: { $0 === following }) else {
      throw Failure(missing: "\(next) in its parent")
    }
    parent.children.insert(element, at: index)
  }

  /// Parses what the HTML writer writes: quoted attributes and escaped texts.
  private static func parse(_ html: String) -> [Element] {
    var open: [Element] = [Element()]
    var rest = html[...]
    while let character = rest.first {
      if rest.hasPrefix("</") {
        open.removeLast()
        rest = rest[rest.firstIndex(of: ">")!...].dropFirst()
      } else if character == "<" {
        let end = rest.firstIndex(of: ">")!
        let element = parseTag(rest[..<end].dropFirst())
        element.parent = open.last
        open.last?.children.append(element)
        if !["input", "hr", "img"].contains(element.tag) { open.append(element) }
        rest = rest[end...].dropFirst()
      } else {
        let end = rest.firstIndex(of: "<") ?? rest.endIndex
        let text = Element()
        text.text = String(rest[..<end])
        open.last?.children.append(text)
        rest = rest[end...]
      }
    }
    for element in open[0].children { element.parent = nil }
    return open[0].children
  }

  private static func parseTag(_ tag: Substring) -> Element {
    let element = Element()
    var rest = tag
    element.tag = String(rest.prefix { $0 != " " })
    rest = rest.drop { $0 != " " }.dropFirst()
    while !rest.isEmpty {
      let name = String(rest.prefix { $0 != "=" && $0 != " " })
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else {
        element.attributes[name] = ""
        rest = rest.dropFirst()
        continue
      }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      element.attributes[name] = String(value)
      rest = rest.dropFirst(value.count + 4)
    }
    return element
  }
}

extension ViewHost {
  /// Taps the only button once for each text, and expects that the patches make the page that a new
  /// visitor gets, and that its first text is this text.
  func expectPatches(
    showing texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let page = PatchedPage(html: html())
    for text in texts {
      try tap()
      try page.apply(flush())
      let fresh = PatchedPage(html: html()).root.description
      #expect(page.root.description == fresh, sourceLocation: sourceLocation)
      #expect(elements().texts.first == text, sourceLocation: sourceLocation)
    }
  }
}
