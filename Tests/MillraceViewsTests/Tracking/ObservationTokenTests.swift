// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

/// An observable object with a property that a test reports as changed.
private final class Counted: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  var value: Int {
    registrar.access(self, keyPath: \.value)
    return 1
  }

  func touch() { registrar.withMutation(of: self, keyPath: \.value) {} }
}

@MainActor struct ObservationTokenTests {
  private func makeNode() -> (ViewHost, TrackedNode) {
    let host = ViewHost(EmptyView())
    guard let root = host.root else { fatalError("A new host has a root.") }
    return (host, TrackedNode(parent: root, scope: root.scope))
  }

  private func track(_ token: ObservationToken, _ object: Counted) {
    observe(with: token) { _ = object.value }
  }

  @Test func cancellingEndsTheRegistration() {
    let (host, node) = makeNode()
    let object = Counted()
    weak var released: ObservationToken?
    do {
      let token = ObservationToken(node: node, pulse: ObservationPulse())
      released = token
      track(token, object)
    }
    #expect(released != nil)
    released?.cancel()
    #expect(released == nil)
    object.touch()
    #expect(host.inbox.isEmpty)
  }

  /// The runs of a node share a pulse.
  ///
  /// A change reports only the last run, which is not cancelled.
  @Test func aBeatEndsTheLastRunOnly() {
    let (host, node) = makeNode()
    let object = Counted()
    let pulse = ObservationPulse()
    var runs: [ObservationToken] = []
    for _ in 0..<3 {
      runs.last?.cancel()
      let token = ObservationToken(node: node, pulse: pulse)
      track(token, object)
      runs.append(token)
    }
    object.touch()
    #expect(host.inbox.take().map(ObjectIdentifier.init) == [ObjectIdentifier(runs[2])])
    weak let last = runs.last
    runs = []
    #expect(last == nil)
  }

  @Test func aChangeMarksTheNodeWhenTheHostReadsItsInbox() {
    let (host, node) = makeNode()
    let object = Counted()
    node.track { _ = object.value }
    object.touch()
    object.touch()
    #expect(!node.isDirty)
    #expect(host.inbox.take().count == 1)
    node.track { _ = object.value }
    object.touch()
    host.readInbox()
    #expect(node.isDirty)
    host.close()
  }

  @Test func aNodeThatHasRunAgainIsNotMarkedByAnEarlierRun() {
    let (host, node) = makeNode()
    let object = Counted()
    node.track { _ = object.value }
    object.touch()
    node.track { _ = object.value }
    host.readInbox()
    #expect(!node.isDirty)
    host.close()
  }

  @Test func withoutAPulseACancelledTokenIsSilent() {
    let (host, node) = makeNode()
    let object = Counted()
    let token = ObservationToken(node: node, pulse: nil)
    track(token, object)
    token.cancel()
    object.touch()
    #expect(host.inbox.isEmpty)
  }

  /// A body that runs often for other reasons must not leave registrations in a model that never
  /// changes.
  @Test func runningAgainLeavesNothingBehind() throws {
    struct Page: View {
      let model: Model
      @State private var count = 0
      var body: some View {
        Text(model.text)
        Button("\(count)") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page(model: Model()))
    weak var previous: ObservationToken?
    for run in 0..<5 {
      let component = host.root?.main as? TrackedNode
      previous = component?.token
      #expect(previous != nil)
      try host.tap()
      _ = host.flush()
      if run > 0 { #expect(previous == nil) }
    }
  }

  @Test func whatReadsNoModelHoldsNoRegistration() {
    struct Plain: View {
      @State private var count = 0
      var body: some View { Text("\(count)") }
    }
    let host = ViewHost.shown(Plain())
    let component = host.root?.main as? TrackedNode
    #expect(component != nil && component?.token == nil)
    host.close()
  }
}
