// SPDX-License-Identifier: Apache-2.0

/// A mistake in a view that the host has found and worked around.
public enum ViewFault: Error, Equatable, CustomStringConvertible {
  /// A `ForEach` was given the same id more than once.
  case duplicateID(id: String, view: String)
  /// The tag of an option of a `Picker`, or the value of a tab of a `TabView`, has another type
  /// than the selection.
  case tagOfAnotherType(tag: String, type: String, selection: String)
  /// A button is in the label of another button, which HTML does not allow.
  case buttonInButton(view: String)
  /// A view cannot be shown.
  ///
  /// Either no view above it supplies a value of the environment that it needs; then an error is
  /// shown instead of the view. Or it is inside too many other views; then nothing is shown. Or it
  /// is the level of a value for which no view has set a `navigationDestination`; then the level
  /// shows an error. Or it cannot be an option of a picker that opens a menu; then it is left out.
  case unavailable(message: String, view: String)
  /// More than one view has the modifier `pageAddress`.
  case severalAddresses
  /// Bodies or actions of views caused bodies to run again in an endless loop.
  case updateLoop(views: [String], rounds: Int)
  /// Many bodies of a view type ran in one flush, and most of them changed nothing.
  ///
  /// Reported in debug builds only, once for each view type of a page.
  case idleBodies(view: String, idle: Int, of: Int)

  /// The message: the view, the mistake, the likely cause and the remedy.
  public var description: String {
    switch self {
    case .duplicateID(let id, let view):
      """
      \(view): the id \(id) occurs more than once. The first row keeps the state of the \
      id; each other row has separate state, according to its order. Most likely the id is not \
      unique in the data. Use a unique id.
      """
    case .tagOfAnotherType(let tag, let type, let selection):
      """
      Picker or TabView of \(selection): the option \(tag) is a \(type), so it is never shown as \
      chosen, and choosing it does nothing. Most likely the tag, or the id or index of a view \
      without a tag, is not of the selection's type. Give each option a tag of the type \
      \(selection).
      """
    case .buttonInButton(let view):
      """
      \(view): a button is in the label of another button. HTML does not allow that, so a browser \
      moves the inner button, and the views after it, out of their places. Put the two buttons \
      side by side, for example in an HStack.
      """
    case .unavailable(let message, let view):
      """
      \(view): cannot be shown. \(message)
      """
    case .severalAddresses:
      """
      pageAddress: more than one view of the page has the modifier. The page uses the first \
      one and ignores the others until the first view is removed. Keep the modifier on one view \
      only, preferably on the outermost one.
      """
    case .updateLoop(let views, let rounds):
      """
      \(views.joined(separator: ", ")): still changing after \(rounds) rounds of one flush, so the \
      flush was ended. Most likely a body, or an onChange action, writes a value that it also \
      reads. Write state only in actions, and only when it differs.
      """
    case .idleBodies(let view, let idle, let all):
      """
      \(view): \(all) bodies ran for one change, and \(idle) of them changed nothing on the page. \
      Most likely each body reads more than it shows, for example a whole table or the selection \
      of a list. Read only the row, for example store.cards[id], or a selector of what the body \
      shows.
      """
    }
  }
}
