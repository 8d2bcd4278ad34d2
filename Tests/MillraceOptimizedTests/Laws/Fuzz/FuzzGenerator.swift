// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport

/// Generates random scripts.
struct FuzzGenerator {
  private var random: SeededGenerator
  private var lastNumber = 0
  /// How many more effects the script may have.
  private var budget = 60
  /// Whether there are rows of effects with one id, and wrapped effects.
  private let hasRows: Bool

  init(seed: UInt64, hasRows: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.hasRows = hasRows
  }

  mutating func script() -> FuzzScript {
    let count = upTo(14) + 6
    return FuzzScript(steps: (0..<count).map { _ in step() })
  }

  private mutating func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
  private mutating func isOne(in number: Int) -> Bool { upTo(number) == 0 }

  private mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private mutating func step() -> FuzzScript.Step {
    switch upTo(100) {
    case 0..<45: .dispatch(action(0, ofChild: false))
    case 45..<55: .add(tree(0, ofChild: false))
    case 55..<80: .open(upTo(8))
    case 80..<90: .pass(milliseconds: upTo(8) + 1)
    case 90..<99: .dispatchOnTheDot(isOne(in: 2) ? throttled() : action(0, ofChild: false))
    default: .end
    }
  }

  /// An action with a throttled effect, which starts at once unless a window is open.
  private mutating func throttled() -> FuzzAction {
    let effect = FuzzTree.just(.own(FuzzWord(number: number(), kind: .plain)))
    let reaction = FuzzReaction.effect(
      .throttle(effect, id: upTo(3), upTo(6) + 1, latest: isOne(in: 3)))
    return .own(FuzzWord(number: number(), kind: .plain, reaction: reaction))
  }

  /// An action for a place: a child sends actions of its own, the parent sends any.
  private mutating func action(_ depth: Int, ofChild: Bool) -> FuzzAction {
    if ofChild { return .own(word(depth, ofChild: true)) }
    return switch upTo(10) {
    case 0..<6: .own(word(depth, ofChild: false))
    case 6..<9: .row(upTo(2), word(depth, ofChild: true))
    default: .page(word(depth, ofChild: true))
    }
  }

  private mutating func word(_ depth: Int, ofChild: Bool) -> FuzzWord {
    let number = number()
    let kind = ofChild ? (isOne(in: 10) ? .leave : .plain) : kind()
    var reaction: FuzzReaction?
    if depth < 5, budget > 0, !isOne(in: 3) {
      reaction =
        isOne(in: 8)
        ? .closure((0...upTo(3)).map { _ in piece(depth + 1, ofChild: ofChild, waits: false) })
        : .effect(tree(depth + 1, ofChild: ofChild))
    }
    return FuzzWord(number: number, kind: kind, reaction: reaction)
  }

  private mutating func kind() -> FuzzWord.Kind {
    switch upTo(100) {
    case 0..<55: .plain
    case 55..<75: .add(upTo(2))
    case 75..<83: .remove(upTo(2))
    case 83..<85: .clear
    case 85..<95: .show(upTo(2))
    case 95..<99: .hide
    default: .end
    }
  }

  private mutating func tree(_ depth: Int, ofChild: Bool) -> FuzzTree {
    if hasRows, isOne(in: 6) {
      return .wrapped(tree(depth, ofChild: ofChild), id: isOne(in: 2) ? number() : nil)
    }
    if hasRows, depth < 4, budget > 0, isOne(in: 4) { return row(depth, ofChild: ofChild) }
    budget -= 1
    let isLeaf = depth > 5 || budget < 0
    switch upTo(isLeaf ? 24 : 100) {
    case 0..<12: return .just(action(depth, ofChild: ofChild))
    case 12..<18: return .sequence((0...upTo(3)).map { _ in action(depth, ofChild: ofChild) })
    case 18..<24: return .cancel(id: upTo(3))
    case 24..<40: return .run(run(depth, ofChild: ofChild))
    case 40..<48: return .merge(trees(depth, ofChild: ofChild))
    case 48..<62: return .concatenate(trees(depth, ofChild: ofChild))
    case 62..<68: return .delay(tree(depth + 1, ofChild: ofChild), upTo(6) + 1)
    case 68..<86:
      let policy = EffectPolicy.allCases[[0, 1, 2, 3, 3][upTo(5)]]
      return .cancellable(tree(depth + 1, ofChild: ofChild), id: upTo(3), policy)
    case 86..<91: return .debounce(tree(depth + 1, ofChild: ofChild), id: upTo(3), upTo(6) + 1)
    default:
      return .throttle(
        tree(depth + 1, ofChild: ofChild), id: upTo(3), upTo(6) + 1, latest: !isOne(in: 3))
    }
  }

  /// Effects with one id and any policies, one after the other.
  private mutating func row(_ depth: Int, ofChild: Bool) -> FuzzTree {
    let id = upTo(2)
    let parts = (0..<upTo(2) + 2).map { _ -> FuzzTree in
      let part = tree(depth + 2, ofChild: ofChild)
      return switch upTo(8) {
      case 0: .debounce(part, id: id, upTo(6) + 1)
      case 1: .throttle(part, id: id, upTo(6) + 1, latest: !isOne(in: 3))
      default: .cancellable(part, id: id, EffectPolicy.allCases[upTo(4)])
      }
    }
    return .concatenate(parts)
  }

  private mutating func trees(_ depth: Int, ofChild: Bool) -> [FuzzTree] {
    (0..<upTo(3) + 2).map { _ in tree(depth + 1, ofChild: ofChild) }
  }

  private mutating func run(_ depth: Int, ofChild: Bool) -> FuzzRun {
    let name = number()
    let pieces = (0..<upTo(5)).map { _ in piece(depth + 1, ofChild: ofChild, waits: true) }
    return FuzzRun(name: name, heeds: !isOne(in: 3), steps: [.wait] + pieces)
  }

  private mutating func piece(_ depth: Int, ofChild: Bool, waits: Bool) -> FuzzRun.Step {
    switch upTo(waits ? 10 : 6) {
    case 0..<2: .post(action(depth, ofChild: ofChild))
    case 2..<6: .start(tree(depth, ofChild: ofChild))
    case 6..<8: .send(action(depth, ofChild: ofChild))
    default: .wait
    }
  }
}
