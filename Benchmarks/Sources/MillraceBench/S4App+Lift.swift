// SPDX-License-Identifier: Apache-2.0

import Millrace

extension S4App {
  /// The features, each lifted into the app.
  static let reducer = Reducer<State, Action>.combine(
    S4.feature.lift(
      action: CasePath(case: Action.f0) { if case .f0(let action) = $0 { action } else { nil } },
      state: \.f0),
    S4.feature.lift(
      action: CasePath(case: Action.f1) { if case .f1(let action) = $0 { action } else { nil } },
      state: \.f1),
    S4.feature.lift(
      action: CasePath(case: Action.f2) { if case .f2(let action) = $0 { action } else { nil } },
      state: \.f2),
    S4.feature.lift(
      action: CasePath(case: Action.f3) { if case .f3(let action) = $0 { action } else { nil } },
      state: \.f3),
    S4.feature.lift(
      action: CasePath(case: Action.f4) { if case .f4(let action) = $0 { action } else { nil } },
      state: \.f4),
    S4.feature.lift(
      action: CasePath(case: Action.f5) { if case .f5(let action) = $0 { action } else { nil } },
      state: \.f5),
    S4.feature.lift(
      action: CasePath(case: Action.f6) { if case .f6(let action) = $0 { action } else { nil } },
      state: \.f6),
    S4.feature.lift(
      action: CasePath(case: Action.f7) { if case .f7(let action) = $0 { action } else { nil } },
      state: \.f7),
    S4.feature.lift(
      action: CasePath(case: Action.f8) { if case .f8(let action) = $0 { action } else { nil } },
      state: \.f8),
    S4.feature.lift(
      action: CasePath(case: Action.f9) { if case .f9(let action) = $0 { action } else { nil } },
      state: \.f9),
    S4.feature.lift(
      action: CasePath(case: Action.f10) { if case .f10(let action) = $0 { action } else { nil } },
      state: \.f10),
    S4.feature.lift(
      action: CasePath(case: Action.f11) { if case .f11(let action) = $0 { action } else { nil } },
      state: \.f11),
    S4.feature.lift(
      action: CasePath(case: Action.f12) { if case .f12(let action) = $0 { action } else { nil } },
      state: \.f12),
    S4.feature.lift(
      action: CasePath(case: Action.f13) { if case .f13(let action) = $0 { action } else { nil } },
      state: \.f13),
    S4.feature.lift(
      action: CasePath(case: Action.f14) { if case .f14(let action) = $0 { action } else { nil } },
      state: \.f14),
    S4.feature.lift(
      action: CasePath(case: Action.f15) { if case .f15(let action) = $0 { action } else { nil } },
      state: \.f15),
    S4.feature.lift(
      action: CasePath(case: Action.f16) { if case .f16(let action) = $0 { action } else { nil } },
      state: \.f16),
    S4.feature.lift(
      action: CasePath(case: Action.f17) { if case .f17(let action) = $0 { action } else { nil } },
      state: \.f17),
    S4.feature.lift(
      action: CasePath(case: Action.f18) { if case .f18(let action) = $0 { action } else { nil } },
      state: \.f18),
    S4.feature.lift(
      action: CasePath(case: Action.f19) { if case .f19(let action) = $0 { action } else { nil } },
      state: \.f19),
    S4.feature.lift(
      action: CasePath(case: Action.f20) { if case .f20(let action) = $0 { action } else { nil } },
      state: \.f20),
    S4.feature.lift(
      action: CasePath(case: Action.f21) { if case .f21(let action) = $0 { action } else { nil } },
      state: \.f21),
    S4.feature.lift(
      action: CasePath(case: Action.f22) { if case .f22(let action) = $0 { action } else { nil } },
      state: \.f22),
    S4.feature.lift(
      action: CasePath(case: Action.f23) { if case .f23(let action) = $0 { action } else { nil } },
      state: \.f23),
    S4.feature.lift(
      action: CasePath(case: Action.f24) { if case .f24(let action) = $0 { action } else { nil } },
      state: \.f24),
    S4.feature.lift(
      action: CasePath(case: Action.f25) { if case .f25(let action) = $0 { action } else { nil } },
      state: \.f25),
    S4.feature.lift(
      action: CasePath(case: Action.f26) { if case .f26(let action) = $0 { action } else { nil } },
      state: \.f26),
    S4.feature.lift(
      action: CasePath(case: Action.f27) { if case .f27(let action) = $0 { action } else { nil } },
      state: \.f27),
    S4.feature.lift(
      action: CasePath(case: Action.f28) { if case .f28(let action) = $0 { action } else { nil } },
      state: \.f28),
    S4.feature.lift(
      action: CasePath(case: Action.f29) { if case .f29(let action) = $0 { action } else { nil } },
      state: \.f29),
    S4.feature.lift(
      action: CasePath(case: Action.f30) { if case .f30(let action) = $0 { action } else { nil } },
      state: \.f30),
    S4.feature.lift(
      action: CasePath(case: Action.f31) { if case .f31(let action) = $0 { action } else { nil } },
      state: \.f31),
    S4.feature.lift(
      action: CasePath(case: Action.f32) { if case .f32(let action) = $0 { action } else { nil } },
      state: \.f32),
    S4.feature.lift(
      action: CasePath(case: Action.f33) { if case .f33(let action) = $0 { action } else { nil } },
      state: \.f33),
    S4.feature.lift(
      action: CasePath(case: Action.f34) { if case .f34(let action) = $0 { action } else { nil } },
      state: \.f34),
    S4.feature.lift(
      action: CasePath(case: Action.f35) { if case .f35(let action) = $0 { action } else { nil } },
      state: \.f35),
    S4.feature.lift(
      action: CasePath(case: Action.f36) { if case .f36(let action) = $0 { action } else { nil } },
      state: \.f36),
    S4.feature.lift(
      action: CasePath(case: Action.f37) { if case .f37(let action) = $0 { action } else { nil } },
      state: \.f37),
    S4.feature.lift(
      action: CasePath(case: Action.f38) { if case .f38(let action) = $0 { action } else { nil } },
      state: \.f38),
    S4.feature.lift(
      action: CasePath(case: Action.f39) { if case .f39(let action) = $0 { action } else { nil } },
      state: \.f39),
    S4.feature.lift(
      action: CasePath(case: Action.f40) { if case .f40(let action) = $0 { action } else { nil } },
      state: \.f40),
    S4.feature.lift(
      action: CasePath(case: Action.f41) { if case .f41(let action) = $0 { action } else { nil } },
      state: \.f41),
    S4.feature.lift(
      action: CasePath(case: Action.f42) { if case .f42(let action) = $0 { action } else { nil } },
      state: \.f42),
    S4.feature.lift(
      action: CasePath(case: Action.f43) { if case .f43(let action) = $0 { action } else { nil } },
      state: \.f43),
    S4.feature.lift(
      action: CasePath(case: Action.f44) { if case .f44(let action) = $0 { action } else { nil } },
      state: \.f44),
    S4.feature.lift(
      action: CasePath(case: Action.f45) { if case .f45(let action) = $0 { action } else { nil } },
      state: \.f45),
    S4.feature.lift(
      action: CasePath(case: Action.f46) { if case .f46(let action) = $0 { action } else { nil } },
      state: \.f46),
    S4.feature.lift(
      action: CasePath(case: Action.f47) { if case .f47(let action) = $0 { action } else { nil } },
      state: \.f47),
    S4.feature.lift(
      action: CasePath(case: Action.f48) { if case .f48(let action) = $0 { action } else { nil } },
      state: \.f48),
    S4.feature.lift(
      action: CasePath(case: Action.f49) { if case .f49(let action) = $0 { action } else { nil } },
      state: \.f49),
    S4.feature.lift(
      action: CasePath(case: Action.f50) { if case .f50(let action) = $0 { action } else { nil } },
      state: \.f50),
    S4.feature.lift(
      action: CasePath(case: Action.f51) { if case .f51(let action) = $0 { action } else { nil } },
      state: \.f51),
    S4.feature.lift(
      action: CasePath(case: Action.f52) { if case .f52(let action) = $0 { action } else { nil } },
      state: \.f52),
    S4.feature.lift(
      action: CasePath(case: Action.f53) { if case .f53(let action) = $0 { action } else { nil } },
      state: \.f53),
    S4.feature.lift(
      action: CasePath(case: Action.f54) { if case .f54(let action) = $0 { action } else { nil } },
      state: \.f54),
    S4.feature.lift(
      action: CasePath(case: Action.f55) { if case .f55(let action) = $0 { action } else { nil } },
      state: \.f55),
    S4.feature.lift(
      action: CasePath(case: Action.f56) { if case .f56(let action) = $0 { action } else { nil } },
      state: \.f56),
    S4.feature.lift(
      action: CasePath(case: Action.f57) { if case .f57(let action) = $0 { action } else { nil } },
      state: \.f57),
    S4.feature.lift(
      action: CasePath(case: Action.f58) { if case .f58(let action) = $0 { action } else { nil } },
      state: \.f58),
    S4.feature.lift(
      action: CasePath(case: Action.f59) { if case .f59(let action) = $0 { action } else { nil } },
      state: \.f59),
    S4.feature.lift(
      action: CasePath(case: Action.f60) { if case .f60(let action) = $0 { action } else { nil } },
      state: \.f60),
    S4.feature.lift(
      action: CasePath(case: Action.f61) { if case .f61(let action) = $0 { action } else { nil } },
      state: \.f61),
    S4.feature.lift(
      action: CasePath(case: Action.f62) { if case .f62(let action) = $0 { action } else { nil } },
      state: \.f62),
    S4.feature.lift(
      action: CasePath(case: Action.f63) { if case .f63(let action) = $0 { action } else { nil } },
      state: \.f63)
  )
}
