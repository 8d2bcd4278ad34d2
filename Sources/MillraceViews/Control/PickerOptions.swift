// SPDX-License-Identifier: Apache-2.0

/// The options of a picker: their tags, and the strings that represent the tags on the page.
@MainActor final class PickerOptions {
  private var values: [AnyHashable: String] = [:]
  private var tags: [String: AnyHashable] = [:]
  private let accepts: (Any) -> Bool
  private let selection: String
  private var hasReported = false
  private var hasReportedView = false
  /// The number of options with each tag.
  private var offers: [AnyHashable: Int] = [:]
  private var selected: AnyHashable?

  init<Selection: Hashable>(for selection: Selection.Type) {
    accepts = { $0 is Selection }
    self.selection = "\(selection)"
  }

  /// Returns the fault if a tag has another type than the selection.
  ///
  /// Only the first fault of a picker is returned; later calls return nil.
  func fault(of tag: AnyHashable) -> ViewFault? {
    if hasReported || accepts(tag.base) { return nil }
    hasReported = true
    return .tagOfAnotherType(
      tag: String(describing: tag.base), type: "\(type(of: tag.base))", selection: selection)
  }

  /// Returns the fault of a view that cannot be an option.
  ///
  /// Only the first one of a picker is returned; later calls return nothing.
  func fault(ofOption view: String) -> [ViewFault] {
    if hasReportedView { return [] }
    hasReportedView = true
    let message = """
      It is in a picker that opens a menu, whose options are texts. Use a Text or a Label, or a \
      pickerStyle that shows all options.
      """
    return [.unavailable(message: message, view: view)]
  }

  /// Returns the string for a tag.
  ///
  /// Different tags have different strings, even if their descriptions are equal. A tag and an
  /// optional that contains it are the same tag.
  func value(for tag: AnyHashable) -> String {
    let tag = Self.flat(tag)
    if let known = values[tag] { return known }
    let base = String(describing: tag.base)
    var value = base
    var number = 2
    while tags[value] != nil {
      value = "\(base) (\(number))"
      number += 1
    }
    values[tag] = value
    tags[value] = tag
    return value
  }

  /// Adds an option with a tag.
  ///
  /// Returns the string for the tag.
  func offer(_ tag: AnyHashable) -> String {
    offers[Self.flat(tag), default: 0] += 1
    return value(for: tag)
  }

  /// Removes an option with a tag.
  func withdraw(_ tag: AnyHashable) {
    let tag = Self.flat(tag)
    let left = (offers[tag] ?? 1) - 1
    offers[tag] = left > 0 ? left : nil
    forgetUnlessUsed(tag)
  }

  /// Sets the selected tag.
  ///
  /// Returns its string.
  func select(_ tag: AnyHashable) -> String {
    let before = selected
    selected = Self.flat(tag)
    if let before { forgetUnlessUsed(before) }
    return value(for: tag)
  }

  /// Whether a tag is the selected one.
  func isSelected(_ tag: AnyHashable) -> Bool { Self.flat(tag) == selected }

  private func forgetUnlessUsed(_ tag: AnyHashable) {
    guard offers[tag] == nil, tag != selected, let value = values.removeValue(forKey: tag) else {
      return
    }
    tags[value] = nil
  }

  /// The number of tags with a string.
  var count: Int { values.count }

  /// Returns the tag for a string, or nil.
  func tag(for value: String) -> AnyHashable? {
    tags[value]
  }

  /// Returns the tag, or the value in it if it is an optional with a value.
  nonisolated static func flat(_ tag: AnyHashable) -> AnyHashable {
    guard let optional = tag.base as? any OptionalHashable else { return tag }
    return optional.flat.map { flat($0) } ?? tag
  }
}

/// The element of an option of a picker.
final class OptionNode: ElementNode {
  private let tagOfOption: AnyHashable?
  let options: PickerOptions

  init(_ tag: AnyHashable?, of options: PickerOptions, parent: Node, scope: Scope) {
    tagOfOption = tag
    self.options = options
    super.init(tag: .option, parent: parent, scope: scope)
    guard let tag else { return }
    set(.value, options.offer(tag))
    if tag.base is OptionHeader {
      set(.disabled, "")
    } else if let fault = options.fault(of: tag) {
      scope.host?.faults.append(fault)
    }
  }

  override func didUnmount() {
    super.didUnmount()
    if let tagOfOption { options.withdraw(tagOfOption) }
  }
}

private protocol OptionalHashable {
  var flat: AnyHashable? { get }
}

extension Optional: OptionalHashable where Wrapped: Hashable {
  fileprivate var flat: AnyHashable? {
    guard let self else { return nil }
    return AnyHashable(self)
  }
}
