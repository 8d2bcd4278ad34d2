// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The features. Each has its own type of actions and a reducer.
extension S4App {
  enum F0 {
    typealias Action = S4.Action<F0>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F1 {
    typealias Action = S4.Action<F1>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F2 {
    typealias Action = S4.Action<F2>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F3 {
    typealias Action = S4.Action<F3>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F4 {
    typealias Action = S4.Action<F4>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F5 {
    typealias Action = S4.Action<F5>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F6 {
    typealias Action = S4.Action<F6>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F7 {
    typealias Action = S4.Action<F7>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F8 {
    typealias Action = S4.Action<F8>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F9 {
    typealias Action = S4.Action<F9>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F10 {
    typealias Action = S4.Action<F10>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F11 {
    typealias Action = S4.Action<F11>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F12 {
    typealias Action = S4.Action<F12>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F13 {
    typealias Action = S4.Action<F13>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F14 {
    typealias Action = S4.Action<F14>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F15 {
    typealias Action = S4.Action<F15>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F16 {
    typealias Action = S4.Action<F16>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F17 {
    typealias Action = S4.Action<F17>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F18 {
    typealias Action = S4.Action<F18>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F19 {
    typealias Action = S4.Action<F19>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F20 {
    typealias Action = S4.Action<F20>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F21 {
    typealias Action = S4.Action<F21>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F22 {
    typealias Action = S4.Action<F22>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F23 {
    typealias Action = S4.Action<F23>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F24 {
    typealias Action = S4.Action<F24>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F25 {
    typealias Action = S4.Action<F25>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F26 {
    typealias Action = S4.Action<F26>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F27 {
    typealias Action = S4.Action<F27>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F28 {
    typealias Action = S4.Action<F28>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F29 {
    typealias Action = S4.Action<F29>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F30 {
    typealias Action = S4.Action<F30>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F31 {
    typealias Action = S4.Action<F31>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F32 {
    typealias Action = S4.Action<F32>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F33 {
    typealias Action = S4.Action<F33>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F34 {
    typealias Action = S4.Action<F34>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F35 {
    typealias Action = S4.Action<F35>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F36 {
    typealias Action = S4.Action<F36>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F37 {
    typealias Action = S4.Action<F37>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F38 {
    typealias Action = S4.Action<F38>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F39 {
    typealias Action = S4.Action<F39>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F40 {
    typealias Action = S4.Action<F40>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F41 {
    typealias Action = S4.Action<F41>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F42 {
    typealias Action = S4.Action<F42>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F43 {
    typealias Action = S4.Action<F43>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F44 {
    typealias Action = S4.Action<F44>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F45 {
    typealias Action = S4.Action<F45>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F46 {
    typealias Action = S4.Action<F46>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F47 {
    typealias Action = S4.Action<F47>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F48 {
    typealias Action = S4.Action<F48>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F49 {
    typealias Action = S4.Action<F49>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F50 {
    typealias Action = S4.Action<F50>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F51 {
    typealias Action = S4.Action<F51>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F52 {
    typealias Action = S4.Action<F52>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F53 {
    typealias Action = S4.Action<F53>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F54 {
    typealias Action = S4.Action<F54>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F55 {
    typealias Action = S4.Action<F55>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F56 {
    typealias Action = S4.Action<F56>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F57 {
    typealias Action = S4.Action<F57>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F58 {
    typealias Action = S4.Action<F58>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F59 {
    typealias Action = S4.Action<F59>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F60 {
    typealias Action = S4.Action<F60>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F61 {
    typealias Action = S4.Action<F61>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F62 {
    typealias Action = S4.Action<F62>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }

  enum F63 {
    typealias Action = S4.Action<F63>
    static let reducer = Reducer<S4.Feature, Action> { S4.Feature.reduce(&$0, $1) }
  }
}
