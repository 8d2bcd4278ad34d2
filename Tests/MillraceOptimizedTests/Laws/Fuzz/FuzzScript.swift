// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The random steps of a test with a store.
struct FuzzScript: Sendable {
  var steps: [Step]

  enum Step: Sendable {
    case dispatch(FuzzAction)
    /// Starts an effect without an action.
    case add(FuzzTree)
    /// Opens the gate of one of the effects that wait.
    case open(Int)
    case pass(milliseconds: Int)
    /// Moves the clock to the next deadline and dispatches before the timers are handled.
    case dispatchOnTheDot(FuzzAction)
    /// Ends the store.
    case end
  }
}

/// A random effect.
indirect enum FuzzTree: Sendable {
  case just(FuzzAction)
  case sequence([FuzzAction])
  case run(FuzzRun)
  case merge([FuzzTree])
  case concatenate([FuzzTree])
  case delay(FuzzTree, Int)
  case cancel(id: Int)
  case cancellable(FuzzTree, id: Int, EffectPolicy)
  case debounce(FuzzTree, id: Int, Int)
  case throttle(FuzzTree, id: Int, Int, latest: Bool)
  /// An effect with an id that no other effect has or, if it is nil, with a part that does nothing:
  /// both change nothing.
  case wrapped(FuzzTree, id: Int?)
}

/// The code of an effect, which waits at its gate in each `wait` step.
struct FuzzRun: Sendable {
  enum Step: Sendable {
    case wait
    /// Sends and waits for the commit.
    case send(FuzzAction)
    /// Sends without waiting.
    case post(FuzzAction)
    case start(FuzzTree)
  }

  let name: Int
  /// Whether it ends when it is cancelled, or goes on and sends actions that are dropped.
  let heeds: Bool
  var steps: [Step]
  let gate = FuzzGate()
}

/// What an action leads to: an effect, or a closure that sends.
enum FuzzReaction: Sendable {
  case effect(FuzzTree)
  case closure([FuzzRun.Step])
}

/// An action with all that it leads to.
///
/// No two actions of a script have the same number.
struct FuzzWord: Sendable {
  enum Kind: Sendable {
    case plain
    /// The child that takes it disappears.
    case leave
    case add(Int)
    case remove(Int)
    case clear
    case show(Int)
    case hide
    /// An observer ends the store.
    case end
  }

  let number: Int
  let kind: Kind
  var reaction: FuzzReaction?
}

/// An action for the parent, for one of its rows, or for its page.
enum FuzzAction: Sendable {
  case own(FuzzWord)
  case row(Int, FuzzWord)
  case page(FuzzWord)

  var word: FuzzWord {
    switch self {
    case .own(let word), .row(_, let word), .page(let word): word
    }
  }

  func with(_ word: FuzzWord) -> FuzzAction {
    switch self {
    case .own: .own(word)
    case .row(let key, _): .row(key, word)
    case .page: .page(word)
    }
  }
}

/// The state: what has happened, and the children that are there.
struct FuzzState: Sendable {
  struct Child: Identifiable, Sendable {
    let id: Int
  }

  private(set) var numbers: [Int] = []
  var rows: [Int: Child] = [:]
  var page: Child?
  private(set) var isOver = false

  /// Applies an action.
  mutating func apply(_ action: FuzzAction) {
    numbers.append(action.word.number)
    switch (action, action.word.kind) {
    case (.row(let key, _), .leave): rows[key] = nil
    case (.page, .leave): page = nil
    case (_, .plain), (_, .leave): break
    case (_, .add(let key)): rows[key] = Child(id: key)
    case (_, .remove(let key)): rows[key] = nil
    case (_, .clear):
      rows = [:]
      page = nil
    case (_, .show(let id)): page = Child(id: id)
    case (_, .hide): page = nil
    case (_, .end): isOver = true
    }
  }
}
