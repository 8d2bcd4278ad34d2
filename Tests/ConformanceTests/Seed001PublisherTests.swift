// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceCombine
import MillraceUI
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The examples of StateStore that are written with publishers; the number of each test is that of
/// its example.
@MainActor
@Suite struct Seed001PublisherTests {
  private struct Form: Equatable, Sendable {
    var username = ""
    var password = ""
    var messages: [String] = []
  }

  private enum FormAction: Equatable, Sendable {
    case updateUsername(String), updatePassword(String)
    case updateUsernameMessage, updatePasswordMessage
  }

  private enum FormEffect: Equatable, Sendable {
    case remind(String)
  }

  private typealias FormStore = Store<Form, StoreAction<FormAction, FormEffect>>

  private static func reducer(
    _ reminders: PassthroughSubject<String, Never> = .init()
  ) -> StateReducer<Form, FormAction, FormEffect> {
    let reminders = UncheckedSubject(reminders)
    return StateReducer { form, action in
      switch action {
      case .updateUsername(let text): form.username = text
      case .updatePassword(let text): form.password = text
      case .updateUsernameMessage: form.messages.append("username \(form.username)")
      case .updatePasswordMessage: form.messages.append("password \(form.password)")
      }
      return action == .updatePasswordMessage ? .just(.effect(.remind("password"))) : nil
    } effect: { _, action in
      guard case .remind(let text) = action else { return .none }
      return .publisher(
        reminders.subject.filter { $0 == text }.first().map { _ in .mutating(.updateUsername("x")) }
      )
    }
  }

  /// Sends an action when typing in a field has paused, on a scheduler whose time the test moves.
  private func pausedTyping(
    _ store: FormStore, _ keyPath: KeyPath<Form, String> & Sendable, _ action: FormAction,
    _ time: TestTime
  ) -> AnyPublisher<StoreAction<FormAction, FormEffect>, Never> {
    store.updates(on: keyPath).debounce(for: 0.8, scheduler: time).map { _ in .mutating(action) }
      .eraseToAnyPublisher()
  }

  @Test func e32aPauseInTypingSendsAnAction() {
    let time = TestTime()
    let store = FormStore(initialState: Form(), reducer: Self.reducer())
    store.addEffect(pausedTyping(store, \.username, .updateUsernameMessage, time))
    for text in ["i", "il", "ily"] {
      store.dispatch(.mutating(.updateUsername(text)))
      time.advance(by: 0.5)
    }
    #expect(store.state.messages == [])
    time.advance(by: 0.5)
    #expect(store.state.messages == ["username ily"])
    store.dispatch(.mutating(.updateUsername("ily")))
    time.advance(by: 2)
    #expect(store.state.messages == ["username ily"])
  }

  @Test func e33severalEffectsRunAsLongAsTheStore() {
    let time = TestTime()
    var store: FormStore? = FormStore(initialState: Form(), reducer: Self.reducer())
    let weakStore = Weak(store)
    if let store {
      store.addEffect(pausedTyping(store, \.username, .updateUsernameMessage, time))
      store.addEffect(pausedTyping(store, \.password, .updatePasswordMessage, time))
      store.dispatch(.mutating(.updateUsername("a")))
      store.dispatch(.mutating(.updatePassword("b")))
      time.advance(by: 1)
      #expect(store.state.messages == ["username a", "password b"])
      store.dispatch(.mutating(.updateUsername("c")))
    }
    store = nil
    #expect(weakStore.object == nil)
    // The last pause ends after the store, which must not crash.
    time.advance(by: 1)
  }

  @Test func e35whatAPublisherSendsGoesThroughTheReducer() {
    let reminders = PassthroughSubject<String, Never>()
    let store = FormStore(initialState: Form(), reducer: Self.reducer(reminders))
    store.dispatch(.mutating(.updatePasswordMessage))
    reminders.send("other")
    #expect(store.state.username.isEmpty)
    reminders.send("password")
    #expect(store.state.username == "x")
    store.dispatch(.mutating(.updateUsername("y")))
    reminders.send("password")
    #expect(store.state.username == "y")
  }

  @Test func e36aBindingsWriteIsAnUpdateForThePublisher() {
    let store = FormStore(initialState: Form(), reducer: Self.reducer())
    var received: [String] = []
    let cancellable = store.updates(on: \.username).sink { received.append($0) }
    let binding = store.binding(\.username) { .mutating(.updateUsername($0)) }
    binding.wrappedValue = "a"
    binding.wrappedValue = "a"
    #expect(received == ["a"] && store.state.username == "a")
    cancellable.cancel()
  }

  @Test func e37updatesComeWithoutTheFirstValueAndByAnyComparison() {
    let store = FormStore(initialState: Form(username: "first"), reducer: Self.reducer())
    var exact: [String] = []
    var lengths: [String] = []
    let cancellables = [
      store.updates(on: \.username).sink { exact.append($0) },
      store.updates(on: \.username, compare: { $0.count == $1.count }).sink { lengths.append($0) },
    ]
    for text in ["other", "other", "longer"] { store.dispatch(.mutating(.updateUsername(text))) }
    #expect(exact == ["other", "longer"] && lengths == ["longer"])
    cancellables.forEach { $0.cancel() }
  }

  @Test func e38anotherStoresUpdatesBecomeActions() {
    let store = FormStore(initialState: Form(), reducer: Self.reducer())
    let other = FormStore(initialState: Form(), reducer: Self.reducer())
    store.bind(to: other.updates(on: \.username)) { .mutating(.updateUsername($0)) }
    other.dispatch(.mutating(.updateUsername("ada")))
    #expect(store.state.username == "ada")
  }
}

/// Takes a subject into the closures of a reducer.
private struct UncheckedSubject: @unchecked Sendable {
  let subject: PassthroughSubject<String, Never>
  init(_ subject: PassthroughSubject<String, Never>) { self.subject = subject }
}

/// A scheduler whose time a test moves; used on one thread.
private final class TestTime: Scheduler, @unchecked Sendable {
  struct Instant: Strideable {
    var seconds: Double
    func distance(to other: Instant) -> Seconds { Seconds(other.seconds - seconds) }
    func advanced(by stride: Seconds) -> Instant { Instant(seconds: seconds + stride.magnitude) }
  }

  struct Seconds: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral
  {
    var magnitude: Double
    init(_ value: Double) { magnitude = value }
    init(integerLiteral value: Int) { magnitude = Double(value) }
    init(floatLiteral value: Double) { magnitude = value }
    init?(exactly source: some BinaryInteger) { magnitude = Double(source) }
    static func seconds(_ value: Int) -> Seconds { Seconds(Double(value)) }
    static func seconds(_ value: Double) -> Seconds { Seconds(value) }
    static func milliseconds(_ value: Int) -> Seconds { Seconds(Double(value) / 1e3) }
    static func microseconds(_ value: Int) -> Seconds { Seconds(Double(value) / 1e6) }
    static func nanoseconds(_ value: Int) -> Seconds { Seconds(Double(value) / 1e9) }
    static func < (lhs: Seconds, rhs: Seconds) -> Bool { lhs.magnitude < rhs.magnitude }
    static func + (lhs: Seconds, rhs: Seconds) -> Seconds { Seconds(lhs.magnitude + rhs.magnitude) }
    static func - (lhs: Seconds, rhs: Seconds) -> Seconds { Seconds(lhs.magnitude - rhs.magnitude) }
    static func * (lhs: Seconds, rhs: Seconds) -> Seconds { Seconds(lhs.magnitude * rhs.magnitude) }
    static func *= (lhs: inout Seconds, rhs: Seconds) { lhs = lhs * rhs }
  }

  typealias SchedulerTimeType = Instant
  typealias SchedulerOptions = Never

  private(set) var now = Instant(seconds: 0)
  let minimumTolerance = Seconds(0)
  private var jobs: [(due: Double, id: Int, action: () -> Void)] = []
  private var lastID = 0

  func advance(by seconds: Double) {
    let end = now.seconds + seconds
    while let next = jobs.filter({ $0.due <= end + 1e-9 }).min(by: {
      ($0.due, $0.id) < ($1.due, $1.id)
    }) {
      jobs.removeAll { $0.id == next.id }
      now.seconds = max(now.seconds, next.due)
      next.action()
    }
    now.seconds = end
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: Instant, tolerance: Seconds, options: Never?, _ action: @escaping () -> Void
  ) {
    lastID += 1
    jobs.append((date.seconds, lastID, action))
  }

  func schedule(
    after date: Instant, interval: Seconds, tolerance: Seconds, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    lastID += 1
    let id = lastID
    jobs.append((date.seconds, id, action))
    return AnyCancellable { [weak self] in self?.jobs.removeAll { $0.id == id } }
  }
}
