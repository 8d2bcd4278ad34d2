// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Creates middlewares that record their calls; each has a different trace.
@MainActor
public enum MiddlewareScript {
  /// The type of these middlewares.
  public typealias Part = AnyMiddleware<Int, String, Int>

  /// A middleware that records each call.
  ///
  /// Its number determines what it returns: no effect, a sequence of actions, an effect that is
  /// created after the commit, or a closure that sends an action.
  public static func part(_ number: Int, _ log: Log) -> Part {
    Part { action, _, state in
      log.append("handle \(number) \(action) \(state())")
      switch number % 4 {
      case 0: return .none
      case 1: return .sequence("\(number)a", "\(number)b")
      case 2: return .deferred { .just("\(number) \(state())") }
      default:
        return Effect.perform { send in
          log.append("run \(number) \(state())")
          send.dispatch("\(number)")
        }
      }
    } didReject: { action, _, _ in
      log.append("reject \(number) \(action)")
    }
  }

  /// Random numbers for `part(_:_:)`.
  public static func numbers(_ count: Int, using generator: inout SeededGenerator) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0..<12, using: &generator) }
  }

  /// The lines that are recorded, in order, when a middleware handles actions and then a rejection.
  ///
  /// Each commit adds one to the state.
  public static func trace(
    _ actions: [Int] = [0, 1, 2], _ make: (Log) -> some Middleware<Int, String, Int>
  ) -> [String] {
    let log = Log()
    let middleware = make(log)
    var state = 100
    for action in actions {
      let effect = middleware.handle(action, from: ActionSource(), state: StateReader { state })
      state += 1
      log.append("commit")
      effect.runDetached(Send { log.append("sent \($0.action)") })
    }
    middleware.didReject(9, from: ActionSource(), error: LedgerError())
    return log.lines
  }
}
