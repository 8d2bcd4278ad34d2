// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Handwritten case paths and case numbers, as in an app without the macro.
///
/// The code of `@CasePathable` costs less: it also sets `areCaseIndicesDistinct`, which saves a
/// check per action.
extension S4App.Action: CasePathable {
  struct CasePaths: Sendable {
    typealias Action = S4App.Action

    var f0: CasePath<Action, S4App.F0.Action> {
      CasePath(case: Action.f0) { if case .f0(let action) = $0 { action } else { nil } }
    }
    var f1: CasePath<Action, S4App.F1.Action> {
      CasePath(case: Action.f1) { if case .f1(let action) = $0 { action } else { nil } }
    }
    var f2: CasePath<Action, S4App.F2.Action> {
      CasePath(case: Action.f2) { if case .f2(let action) = $0 { action } else { nil } }
    }
    var f3: CasePath<Action, S4App.F3.Action> {
      CasePath(case: Action.f3) { if case .f3(let action) = $0 { action } else { nil } }
    }
    var f4: CasePath<Action, S4App.F4.Action> {
      CasePath(case: Action.f4) { if case .f4(let action) = $0 { action } else { nil } }
    }
    var f5: CasePath<Action, S4App.F5.Action> {
      CasePath(case: Action.f5) { if case .f5(let action) = $0 { action } else { nil } }
    }
    var f6: CasePath<Action, S4App.F6.Action> {
      CasePath(case: Action.f6) { if case .f6(let action) = $0 { action } else { nil } }
    }
    var f7: CasePath<Action, S4App.F7.Action> {
      CasePath(case: Action.f7) { if case .f7(let action) = $0 { action } else { nil } }
    }
    var f8: CasePath<Action, S4App.F8.Action> {
      CasePath(case: Action.f8) { if case .f8(let action) = $0 { action } else { nil } }
    }
    var f9: CasePath<Action, S4App.F9.Action> {
      CasePath(case: Action.f9) { if case .f9(let action) = $0 { action } else { nil } }
    }
    var f10: CasePath<Action, S4App.F10.Action> {
      CasePath(case: Action.f10) { if case .f10(let action) = $0 { action } else { nil } }
    }
    var f11: CasePath<Action, S4App.F11.Action> {
      CasePath(case: Action.f11) { if case .f11(let action) = $0 { action } else { nil } }
    }
    var f12: CasePath<Action, S4App.F12.Action> {
      CasePath(case: Action.f12) { if case .f12(let action) = $0 { action } else { nil } }
    }
    var f13: CasePath<Action, S4App.F13.Action> {
      CasePath(case: Action.f13) { if case .f13(let action) = $0 { action } else { nil } }
    }
    var f14: CasePath<Action, S4App.F14.Action> {
      CasePath(case: Action.f14) { if case .f14(let action) = $0 { action } else { nil } }
    }
    var f15: CasePath<Action, S4App.F15.Action> {
      CasePath(case: Action.f15) { if case .f15(let action) = $0 { action } else { nil } }
    }
    var f16: CasePath<Action, S4App.F16.Action> {
      CasePath(case: Action.f16) { if case .f16(let action) = $0 { action } else { nil } }
    }
    var f17: CasePath<Action, S4App.F17.Action> {
      CasePath(case: Action.f17) { if case .f17(let action) = $0 { action } else { nil } }
    }
    var f18: CasePath<Action, S4App.F18.Action> {
      CasePath(case: Action.f18) { if case .f18(let action) = $0 { action } else { nil } }
    }
    var f19: CasePath<Action, S4App.F19.Action> {
      CasePath(case: Action.f19) { if case .f19(let action) = $0 { action } else { nil } }
    }
    var f20: CasePath<Action, S4App.F20.Action> {
      CasePath(case: Action.f20) { if case .f20(let action) = $0 { action } else { nil } }
    }
    var f21: CasePath<Action, S4App.F21.Action> {
      CasePath(case: Action.f21) { if case .f21(let action) = $0 { action } else { nil } }
    }
    var f22: CasePath<Action, S4App.F22.Action> {
      CasePath(case: Action.f22) { if case .f22(let action) = $0 { action } else { nil } }
    }
    var f23: CasePath<Action, S4App.F23.Action> {
      CasePath(case: Action.f23) { if case .f23(let action) = $0 { action } else { nil } }
    }
    var f24: CasePath<Action, S4App.F24.Action> {
      CasePath(case: Action.f24) { if case .f24(let action) = $0 { action } else { nil } }
    }
    var f25: CasePath<Action, S4App.F25.Action> {
      CasePath(case: Action.f25) { if case .f25(let action) = $0 { action } else { nil } }
    }
    var f26: CasePath<Action, S4App.F26.Action> {
      CasePath(case: Action.f26) { if case .f26(let action) = $0 { action } else { nil } }
    }
    var f27: CasePath<Action, S4App.F27.Action> {
      CasePath(case: Action.f27) { if case .f27(let action) = $0 { action } else { nil } }
    }
    var f28: CasePath<Action, S4App.F28.Action> {
      CasePath(case: Action.f28) { if case .f28(let action) = $0 { action } else { nil } }
    }
    var f29: CasePath<Action, S4App.F29.Action> {
      CasePath(case: Action.f29) { if case .f29(let action) = $0 { action } else { nil } }
    }
    var f30: CasePath<Action, S4App.F30.Action> {
      CasePath(case: Action.f30) { if case .f30(let action) = $0 { action } else { nil } }
    }
    var f31: CasePath<Action, S4App.F31.Action> {
      CasePath(case: Action.f31) { if case .f31(let action) = $0 { action } else { nil } }
    }
    var f32: CasePath<Action, S4App.F32.Action> {
      CasePath(case: Action.f32) { if case .f32(let action) = $0 { action } else { nil } }
    }
    var f33: CasePath<Action, S4App.F33.Action> {
      CasePath(case: Action.f33) { if case .f33(let action) = $0 { action } else { nil } }
    }
    var f34: CasePath<Action, S4App.F34.Action> {
      CasePath(case: Action.f34) { if case .f34(let action) = $0 { action } else { nil } }
    }
    var f35: CasePath<Action, S4App.F35.Action> {
      CasePath(case: Action.f35) { if case .f35(let action) = $0 { action } else { nil } }
    }
    var f36: CasePath<Action, S4App.F36.Action> {
      CasePath(case: Action.f36) { if case .f36(let action) = $0 { action } else { nil } }
    }
    var f37: CasePath<Action, S4App.F37.Action> {
      CasePath(case: Action.f37) { if case .f37(let action) = $0 { action } else { nil } }
    }
    var f38: CasePath<Action, S4App.F38.Action> {
      CasePath(case: Action.f38) { if case .f38(let action) = $0 { action } else { nil } }
    }
    var f39: CasePath<Action, S4App.F39.Action> {
      CasePath(case: Action.f39) { if case .f39(let action) = $0 { action } else { nil } }
    }
    var f40: CasePath<Action, S4App.F40.Action> {
      CasePath(case: Action.f40) { if case .f40(let action) = $0 { action } else { nil } }
    }
    var f41: CasePath<Action, S4App.F41.Action> {
      CasePath(case: Action.f41) { if case .f41(let action) = $0 { action } else { nil } }
    }
    var f42: CasePath<Action, S4App.F42.Action> {
      CasePath(case: Action.f42) { if case .f42(let action) = $0 { action } else { nil } }
    }
    var f43: CasePath<Action, S4App.F43.Action> {
      CasePath(case: Action.f43) { if case .f43(let action) = $0 { action } else { nil } }
    }
    var f44: CasePath<Action, S4App.F44.Action> {
      CasePath(case: Action.f44) { if case .f44(let action) = $0 { action } else { nil } }
    }
    var f45: CasePath<Action, S4App.F45.Action> {
      CasePath(case: Action.f45) { if case .f45(let action) = $0 { action } else { nil } }
    }
    var f46: CasePath<Action, S4App.F46.Action> {
      CasePath(case: Action.f46) { if case .f46(let action) = $0 { action } else { nil } }
    }
    var f47: CasePath<Action, S4App.F47.Action> {
      CasePath(case: Action.f47) { if case .f47(let action) = $0 { action } else { nil } }
    }
    var f48: CasePath<Action, S4App.F48.Action> {
      CasePath(case: Action.f48) { if case .f48(let action) = $0 { action } else { nil } }
    }
    var f49: CasePath<Action, S4App.F49.Action> {
      CasePath(case: Action.f49) { if case .f49(let action) = $0 { action } else { nil } }
    }
    var f50: CasePath<Action, S4App.F50.Action> {
      CasePath(case: Action.f50) { if case .f50(let action) = $0 { action } else { nil } }
    }
    var f51: CasePath<Action, S4App.F51.Action> {
      CasePath(case: Action.f51) { if case .f51(let action) = $0 { action } else { nil } }
    }
    var f52: CasePath<Action, S4App.F52.Action> {
      CasePath(case: Action.f52) { if case .f52(let action) = $0 { action } else { nil } }
    }
    var f53: CasePath<Action, S4App.F53.Action> {
      CasePath(case: Action.f53) { if case .f53(let action) = $0 { action } else { nil } }
    }
    var f54: CasePath<Action, S4App.F54.Action> {
      CasePath(case: Action.f54) { if case .f54(let action) = $0 { action } else { nil } }
    }
    var f55: CasePath<Action, S4App.F55.Action> {
      CasePath(case: Action.f55) { if case .f55(let action) = $0 { action } else { nil } }
    }
    var f56: CasePath<Action, S4App.F56.Action> {
      CasePath(case: Action.f56) { if case .f56(let action) = $0 { action } else { nil } }
    }
    var f57: CasePath<Action, S4App.F57.Action> {
      CasePath(case: Action.f57) { if case .f57(let action) = $0 { action } else { nil } }
    }
    var f58: CasePath<Action, S4App.F58.Action> {
      CasePath(case: Action.f58) { if case .f58(let action) = $0 { action } else { nil } }
    }
    var f59: CasePath<Action, S4App.F59.Action> {
      CasePath(case: Action.f59) { if case .f59(let action) = $0 { action } else { nil } }
    }
    var f60: CasePath<Action, S4App.F60.Action> {
      CasePath(case: Action.f60) { if case .f60(let action) = $0 { action } else { nil } }
    }
    var f61: CasePath<Action, S4App.F61.Action> {
      CasePath(case: Action.f61) { if case .f61(let action) = $0 { action } else { nil } }
    }
    var f62: CasePath<Action, S4App.F62.Action> {
      CasePath(case: Action.f62) { if case .f62(let action) = $0 { action } else { nil } }
    }
    var f63: CasePath<Action, S4App.F63.Action> {
      CasePath(case: Action.f63) { if case .f63(let action) = $0 { action } else { nil } }
    }
  }

  static var casePaths: CasePaths { CasePaths() }

  static func caseIndex(of action: S4App.Action) -> Int {
    switch action {
    case .f0: 0
    case .f1: 1
    case .f2: 2
    case .f3: 3
    case .f4: 4
    case .f5: 5
    case .f6: 6
    case .f7: 7
    case .f8: 8
    case .f9: 9
    case .f10: 10
    case .f11: 11
    case .f12: 12
    case .f13: 13
    case .f14: 14
    case .f15: 15
    case .f16: 16
    case .f17: 17
    case .f18: 18
    case .f19: 19
    case .f20: 20
    case .f21: 21
    case .f22: 22
    case .f23: 23
    case .f24: 24
    case .f25: 25
    case .f26: 26
    case .f27: 27
    case .f28: 28
    case .f29: 29
    case .f30: 30
    case .f31: 31
    case .f32: 32
    case .f33: 33
    case .f34: 34
    case .f35: 35
    case .f36: 36
    case .f37: 37
    case .f38: 38
    case .f39: 39
    case .f40: 40
    case .f41: 41
    case .f42: 42
    case .f43: 43
    case .f44: 44
    case .f45: 45
    case .f46: 46
    case .f47: 47
    case .f48: 48
    case .f49: 49
    case .f50: 50
    case .f51: 51
    case .f52: 52
    case .f53: 53
    case .f54: 54
    case .f55: 55
    case .f56: 56
    case .f57: 57
    case .f58: 58
    case .f59: 59
    case .f60: 60
    case .f61: 61
    case .f62: 62
    case .f63: 63
    }
  }
}
