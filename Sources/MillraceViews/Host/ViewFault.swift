// SPDX-License-Identifier: Apache-2.0

/// A mistake in a view that the host has found and worked around.
public enum ViewFault: Error, Equatable, CustomStringConvertible {
  /// A `ForEach` was given the same id more than once.
  case duplicateID(id: String, view: String)
  /// An option of a `Picker` stands for a value of another type than the selection.
  case tagOfAnotherType(tag: String, type: String, selection: String)
  /// A view needs a value of the environment that no view above it supplies.
  case unavailable(message: String, view: String)
  /// More than one view has the modifier `pageAddress`.
  case severalAddresses
  /// Views made each other run again without an end.
  case updateLoop(views: [String], rounds: Int)
  /// Many bodies of a view ran for one change, and few of them made anything else than before.
  ///
  /// Told in debug builds only, once for each view of a page.
  case idleBodies(view: String, idle: Int, of: Int)

  /// Where, what, why and what to do.
  public var description: String {
    switch self {
    case .duplicateID(let id, let view):
      """
      \(view): the id \(id) occurs more than once. The first row keeps the state of the \
      id; the others have state of their own by their order. Most likely the id is not unique \
      in the data. Use an id that is.
      """
    case .tagOfAnotherType(let tag, let type, let selection):
      """
      Picker of \(selection): the option \(tag) is a \(type), so it is never shown as chosen, and \
      choosing it does nothing. Most likely the tag, or the id of a row without one, is not of the \
      selection's type. Give each option a tag of the type \(selection).
      """
    case .unavailable(let message, let view):
      """
      \(view): shown as an error, because it needs what no view above it supplies. \(message)
      """
    case .severalAddresses:
      """
      pageAddress: more than one view of the page has the modifier. The page follows the first \
      one; the others are not heard until it goes. Keep the modifier of one view, best of the \
      outermost one.
      """
    case .updateLoop(let views, let rounds):
      """
      \(views.joined(separator: ", ")): still changing after \(rounds) rounds of one flush, so the \
      flush was ended. Most likely a body, or an onChange action, writes a value that it also \
      reads. Write state only in actions, and only when it differs.
      """
    case .idleBodies(let view, let idle, let all):
      """
      \(view): \(all) bodies ran for one change, and \(idle) of them made what they had made \
      before. Most likely each reads more than it shows, as a whole table or the selection of a \
      list. Read the row alone, as store.cards[id], or a selector of what the body shows.
      """
    }
  }
}
