// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Shows a view as a page: stores its state, renders it, and returns its changes as patches.
///
/// A host does no I/O, except that it can write faults to standard error. Call ``html()`` to render
/// the page. Then call ``flush()`` each time that ``onInvalidate`` was called, and pass the events
/// of the page to ``handle(_:)``.
///
/// ```swift
/// let host = ViewHost(Counter())
/// let page = host.html()
/// try host.handle(ViewEvent(node: button, kind: .tap))   // button: an id in host.elements()
/// let patches = host.flush()   // one setText
/// ```
///
/// The cost of a flush depends on the changes, not on the size of the page: a flush runs the bodies
/// that have read a changed value, and updates the views in these bodies. If views are inserted,
/// removed or moved, it also visits the other views in the element around them.
@MainActor public final class ViewHost {
  /// Called when work becomes pending, at most once before the next call of ``html()`` or
  /// ``flush()``.
  ///
  /// It can be called in the middle of a change of a `State`. Do not flush in it; schedule a flush.
  /// An observable object may change on any thread. Its change is reported in a later task of the
  /// main actor. A flush that runs before that task already includes the change. A change on
  /// another thread while a body runs is not reported if the body has already read the property:
  /// `Observation` tracks the property only from the end of the body. The page shows the change
  /// when the body runs again.
  public var onInvalidate: (@MainActor () -> Void)?
  /// Called at the end of ``html()`` and ``flush()`` for each mistake that the host has worked
  /// around.
  ///
  /// If it is nil, the host writes the mistake to standard error.
  public var onFault: (@MainActor (ViewFault) -> Void)?
  // Exclusive: an access to `failure` or `addressBar` runs no code of the application, so two
  // accesses never overlap.
  /// The error that has ended the host, or nil.
  ///
  /// A host that was created with `endsOnFailure` ends if a view has a programmer's error: a
  /// missing provider or object of the environment, a gesture with a `Value` that its body does not
  /// have, or a view that contains itself endlessly. No body runs after the error was found.
  /// ``html()`` returns an empty string, and ``flush()`` an empty array. Other hosts and the rest
  /// of the process continue.
  @exclusivity(unchecked) public internal(set) var failure: ViewFailure?
  /// Called once, at the end of the call in which the host has ended because of an error.
  ///
  /// A host can end in its initializer, before this closure is set. Therefore check ``failure``
  /// after the initializer and after ``html()``.
  public var onFailure: (@MainActor (ViewFailure) -> Void)?
  /// The number of runs of bodies so far.
  public internal(set) var bodyCount = 0

  /// The number of nodes that were created, updated or visited so far.
  var visits = 0
  var bodyCounts: [ObjectIdentifier: Int] = [:]
  var lastID = 0
  var lastSerial = 0
  var listening: [NodeID: Listener] = [:]
  var queue = UpdateQueue()
  /// The pending changes of observable objects.
  private(set) lazy var inbox = ChangeInbox(of: self)
  var faults: [ViewFault] = []
  /// The types of values without a `navigationDestination`, each of which is reported once.
  var missingDestinations: Set<ObjectIdentifier> = []
  #if DEBUG
    var idleBodies = IdleBodies()
    /// True if bodies have run since the last flush, so the page does not show their results yet.
    ///
    /// It is unknown then whether the next run of such a body changes anything.
    private(set) var isBehind = false
  #endif
  /// The scopes with environment objects that are no longer supplied.
  var scopesWithRemovals: [Scope] = []
  var titles = TitleList()
  /// The root of the tree; nil after the host was closed.
  var root: RootNode?
  let endsOnFailure: Bool
  let basePath: String
  @exclusivity(unchecked) var addressBar: AddressBar
  /// The addresses that `openURL` has opened since the last flush.
  var openedAddresses: [String] = []
  /// The maximum number of opened addresses that wait for a flush.
  static let mostOpenedAddresses = 100
  /// True while the host updates the view, also outside of a flush.
  private(set) var isFlushing = false
  /// True if an endless loop has occurred since the last flush.
  var hasLooped = false
  /// Marks the nodes of the latest endless loop again after a later change.
  var loopWatch: LoopWatch?
  /// The views that were reported for an endless loop since the last flush.
  var loopedViews: Set<String> = []
  private var sentTitle = ""
  private var isAnnounced = false

  // Sound: an element removes itself from `listening` when it is unmounted, before it is released.
  struct Listener { unowned let element: ElementNode }

  /// Creates a host and runs the bodies of its view for the first time.
  ///
  /// - Parameters:
  ///   - root: the view to show.
  ///   - environment: the values that the view inherits.
  ///   - address: the address that the page shows, or nil for the page's own path. The first call
  ///     of ``html()`` or ``flush()`` opens it in the same way as ``open(_:)``.
  ///   - endsOnFailure: whether a programmer's error in a view ends the host, as a server needs it.
  ///     If false, an error in a gesture stops the program. A view with another error is replaced
  ///     by a message, or left out if it is too deep in the tree.
  ///   - basePath: the path below which a server has its pages and files, for example `/app`. It is
  ///     put before each address of a link, of an image or of `openURL` that begins with a single
  ///     `/`.
  public init(
    _ root: some View, environment: EnvironmentValues = EnvironmentValues(),
    address: PageAddress? = nil, endsOnFailure: Bool = false, basePath: String = ""
  ) {
    self.endsOnFailure = endsOnFailure
    self.basePath = basePath
    addressBar = AddressBar(address)
    isFlushing = true
    let browser = BrowserBox()
    var environment = environment
    environment[own: BrowserBox.self] = browser
    let node = RootNode(scope: Scope(host: self, values: environment))
    browser.host = self
    self.root = node
    node.main = Tree.mount(root, parent: node, scope: node.scope)
    isFlushing = false
    endIfFailed()
  }

  isolated deinit {
    close()
  }

  /// The title of the document, without changes of state that are still pending.
  ///
  /// It comes from `navigationTitle`, and is empty if no view sets one.
  public var title: String { titles.current(for: nil) }

  /// Updates the view and renders all of it.
  ///
  /// - Returns: the HTML of the root element, complete and escaped. It is empty if the host is
  ///   closed, has failed, or is updating the view.
  /// - Complexity: O(n) in the number of nodes, plus the cost of the bodies that run.
  public func html() -> String {
    guard let root, !isFlushing else { return "" }
    isFlushing = true
    settle()
    guard !hasFailed else {
      finishFlush()
      return ""
    }
    var ignored: [Patch] = []
    send(to: &ignored)
    var writer = HTMLWriter()
    root.willSend()
    writer.write(root)
    // Otherwise the next flush replaces the address that the page has opened.
    if addressBar.nodes.first?.address == addressBar.shown { addressBar.isOpening = false }
    for action in queue.takeAppearances() { action() }
    finishFlush()
    return writer.html
  }

  /// Updates the view and returns the changes.
  ///
  /// - Returns: the patches that change the page from its state at the last call of `html` or
  ///   `flush` to the present state, and those that open addresses. There are none if the host is
  ///   closed, has failed, or is updating the view.
  /// - Complexity: O(d log d) in the number of dirty components, plus the cost of their bodies and
  ///   of the comparison of changed lists of child elements.
  public func flush() -> [Patch] {
    guard root != nil, !isFlushing else { return [] }
    isFlushing = true
    var patches: [Patch] = []
    var rounds = 0
    repeat {
      settle()
      guard !hasFailed else {
        finishFlush()
        return []
      }
      send(to: &patches)
      for action in queue.takeAppearances() { action() }
      rounds += 1
    } while hasWork && rounds < Self.roundLimit
    if hasWork {
      endLoop(rounds: rounds)
      guard !hasFailed else {
        finishFlush()
        return []
      }
      send(to: &patches)
    }
    sendAddress(to: &patches)
    patches += openedAddresses.map { .open($0) }
    openedAddresses = []
    finishFlush()
    return patches
  }

  /// Handles an event of the page.
  ///
  /// The view is updated first, so the event applies to the state that earlier events, other pages
  /// and tasks have left. An event of a control that was removed or disabled before is refused, and
  /// so is an event of a control in a level, tab or column that is covered. For example, the first
  /// press of a double click on a `NavigationLink` covers the link, and the second one is refused.
  /// An event of an invisible element is refused too, except a drag, which can have begun before,
  /// and the press of a button with a keyboard shortcut. An event of an element in a view that is
  /// redacted is refused. The end of a focus or hover and a request for rows are also handled for
  /// an element that is disabled or not shown.
  ///
  /// The next flush returns all changes together.
  ///
  /// - Throws: `ViewEventError` if the host is closed, if there is no such element, or if it does
  ///   not accept the event. The event has changed nothing then, except that a refused event of a
  ///   drag cancels the drag.
  /// - Complexity: O(d log d) in the number of components that are dirty from earlier changes, plus
  ///   the cost of their bodies and of the action; O(n) in the number of nodes for an element whose
  ///   events the page does not report.
  public func handle(_ event: ViewEvent) throws(ViewEventError) {
    // An event can also leave work that does not mark a node, for example a value to correct.
    defer { if hasPatches { announce() } }
    catchUp()
    guard let root else { throw .closed }
    if case .address(let address) = event.kind {
      guard event.node == root.id, !addressBar.nodes.isEmpty else {
        throw .unsupported(event.node, event.kind)
      }
      return open(address)
    }
    if case .browser(let state) = event.kind {
      guard event.node == root.id else { throw .unsupported(event.node, event.kind) }
      return browserShows(state)
    }
    var heard = listening[event.node]?.element
    // The first gap in an element also handles a `rows` event for the element, such as a list.
    // `elements()` leaves out a gap without rows, so the event of a test contains the list's id.
    if case .rows = event.kind, heard == nil {
      heard = root.element(event.node)?.sent.first { $0 is GapNode }
    }
    guard let element = heard, !element.isAway, element.events.accepts(event.kind) else {
      // An element of a row that has left the page is not on the page, although it is kept.
      throw root.element(event.node)?.isAway == false
        ? .unsupported(event.node, event.kind) : .unknownNode(event.node)
    }
    if !event.kind.alwaysCounts,
      element.isCovered || element.isInert || !event.kind.mayComeUnseen(from: element)
    {
      refuse(event, of: element)
      throw .covered(event.node)
    }
    let outer = ViewActivity.enter(element.viewAround)
    defer { ViewActivity.leave(to: outer) }
    if case .focus(let hasFocus) = event.kind, let focus = element.focusTarget {
      if hasFocus, element.target?.isEnabled == false { throw .disabled(event.node) }
      // First the control itself, for example a field that takes its text over.
      (element.target as? any FocusTarget)?.focusChanged(hasFocus)
      return focus.focusChanged(hasFocus)
    }
    guard let target = element.target else { throw .unsupported(event.node, event.kind) }
    guard target.isEnabled || event.kind.alwaysCounts else {
      refuse(event, of: element)
      throw .disabled(event.node)
    }
    guard target.handle(event.kind) else {
      element.correct(after: event.kind)
      throw .unsupported(event.node, event.kind)
    }
  }

  /// Makes the page show the present value of a control whose event was refused, and cancels the
  /// drag if the event was one of a drag.
  private func refuse(_ event: ViewEvent, of element: ElementNode) {
    element.correct(after: event.kind)
    if case .drag = event.kind { (element as? BoxNode)?.endDrag() }
  }

  /// Ends the page: views disappear, their tasks are cancelled, and pending actions are discarded.
  ///
  /// Calling it again does nothing. A host that is released without this call cancels the tasks,
  /// but does not run the actions of `onDisappear` of the views that it still contains.
  public func close() {
    guard let root else { return }
    self.root = nil
    root.unmount()
    for action in queue.takeAppearances() { action() }
    queue = UpdateQueue()
    faults = []
    scopesWithRemovals = []
    loopWatch?.unmount()
    loopWatch = nil
    listening = [:]
    onInvalidate = nil
  }

  /// Updates the view.
  ///
  /// The next flush returns the changes.
  private func catchUp() {
    guard hasWork, !isFlushing, root != nil else { return }
    isFlushing = true
    settle()
    isFlushing = false
    releaseRemovedObjects()
    #if DEBUG
      faults += idleBodies.take()
      isBehind = true
    #endif
    endIfFailed()
    announce()
  }

  /// Whether a flush may return patches.
  private var hasPatches: Bool {
    queue.hasAny || !inbox.isEmpty || !openedAddresses.isEmpty || addressBar.next != nil
  }

  /// Releases the environment objects that are no longer supplied.
  private func releaseRemovedObjects() {
    for scope in scopesWithRemovals { scope.releaseRemovedObjects() }
    scopesWithRemovals = []
  }

  /// Calls `onInvalidate`, at most once before the next call of `html` or `flush`.
  func announce() {
    guard !isAnnounced, !isFlushing, root != nil else { return }
    isAnnounced = true
    onInvalidate?()
  }

  private func send(to patches: inout [Patch]) {
    root?.showTitles(titles)
    var elements = queue.takeElements()
    // When its children are collected, an element can change an attribute of another one.
    while !elements.isEmpty {
      for element in elements { element.send(to: &patches) }
      elements = queue.takeElements()
    }
    sendGreed(to: &patches)
    if title != sentTitle {
      sentTitle = title
      patches.append(.setTitle(title))
    }
  }

  /// Adds the patch of the address after those of the content, so the page shows the content for
  /// the address before it shows the address.
  private func sendAddress(to patches: inout [Patch]) {
    if !addressBar.nodes.isEmpty, let patch = addressBar.takePatch() { patches.append(patch) }
  }

  private func finishFlush() {
    isFlushing = false
    isAnnounced = false
    hasLooped = false
    loopedViews = []
    releaseRemovedObjects()
    #if DEBUG
      faults += idleBodies.take()
      isBehind = false
    #endif
    let faults = faults
    self.faults = []
    for fault in faults {
      if let onFault {
        onFault(fault)
      } else {
        let line = Data("MillraceViews: \(fault)\n".utf8)
        try? FileHandle.standardError.write(contentsOf: line)
      }
    }
    endIfFailed()
    if hasPatches { announce() }
  }
}
