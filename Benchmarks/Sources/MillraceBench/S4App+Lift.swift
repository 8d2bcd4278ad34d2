// SPDX-License-Identifier: Apache-2.0

import Millrace

extension S4App {
  /// The features, each lifted into the app.
  static let reducer = Reducer<State, Action>.combine(
    S4.feature.lift(action: { if case .f0(let action) = $0 { action } else { nil } }, state: \.f0),
    S4.feature.lift(action: { if case .f1(let action) = $0 { action } else { nil } }, state: \.f1),
    S4.feature.lift(action: { if case .f2(let action) = $0 { action } else { nil } }, state: \.f2),
    S4.feature.lift(action: { if case .f3(let action) = $0 { action } else { nil } }, state: \.f3),
    S4.feature.lift(action: { if case .f4(let action) = $0 { action } else { nil } }, state: \.f4),
    S4.feature.lift(action: { if case .f5(let action) = $0 { action } else { nil } }, state: \.f5),
    S4.feature.lift(action: { if case .f6(let action) = $0 { action } else { nil } }, state: \.f6),
    S4.feature.lift(action: { if case .f7(let action) = $0 { action } else { nil } }, state: \.f7),
    S4.feature.lift(action: { if case .f8(let action) = $0 { action } else { nil } }, state: \.f8),
    S4.feature.lift(action: { if case .f9(let action) = $0 { action } else { nil } }, state: \.f9),
    S4.feature.lift(
      action: { if case .f10(let action) = $0 { action } else { nil } }, state: \.f10),
    S4.feature.lift(
      action: { if case .f11(let action) = $0 { action } else { nil } }, state: \.f11),
    S4.feature.lift(
      action: { if case .f12(let action) = $0 { action } else { nil } }, state: \.f12),
    S4.feature.lift(
      action: { if case .f13(let action) = $0 { action } else { nil } }, state: \.f13),
    S4.feature.lift(
      action: { if case .f14(let action) = $0 { action } else { nil } }, state: \.f14),
    S4.feature.lift(
      action: { if case .f15(let action) = $0 { action } else { nil } }, state: \.f15),
    S4.feature.lift(
      action: { if case .f16(let action) = $0 { action } else { nil } }, state: \.f16),
    S4.feature.lift(
      action: { if case .f17(let action) = $0 { action } else { nil } }, state: \.f17),
    S4.feature.lift(
      action: { if case .f18(let action) = $0 { action } else { nil } }, state: \.f18),
    S4.feature.lift(
      action: { if case .f19(let action) = $0 { action } else { nil } }, state: \.f19),
    S4.feature.lift(
      action: { if case .f20(let action) = $0 { action } else { nil } }, state: \.f20),
    S4.feature.lift(
      action: { if case .f21(let action) = $0 { action } else { nil } }, state: \.f21),
    S4.feature.lift(
      action: { if case .f22(let action) = $0 { action } else { nil } }, state: \.f22),
    S4.feature.lift(
      action: { if case .f23(let action) = $0 { action } else { nil } }, state: \.f23),
    S4.feature.lift(
      action: { if case .f24(let action) = $0 { action } else { nil } }, state: \.f24),
    S4.feature.lift(
      action: { if case .f25(let action) = $0 { action } else { nil } }, state: \.f25),
    S4.feature.lift(
      action: { if case .f26(let action) = $0 { action } else { nil } }, state: \.f26),
    S4.feature.lift(
      action: { if case .f27(let action) = $0 { action } else { nil } }, state: \.f27),
    S4.feature.lift(
      action: { if case .f28(let action) = $0 { action } else { nil } }, state: \.f28),
    S4.feature.lift(
      action: { if case .f29(let action) = $0 { action } else { nil } }, state: \.f29),
    S4.feature.lift(
      action: { if case .f30(let action) = $0 { action } else { nil } }, state: \.f30),
    S4.feature.lift(
      action: { if case .f31(let action) = $0 { action } else { nil } }, state: \.f31),
    S4.feature.lift(
      action: { if case .f32(let action) = $0 { action } else { nil } }, state: \.f32),
    S4.feature.lift(
      action: { if case .f33(let action) = $0 { action } else { nil } }, state: \.f33),
    S4.feature.lift(
      action: { if case .f34(let action) = $0 { action } else { nil } }, state: \.f34),
    S4.feature.lift(
      action: { if case .f35(let action) = $0 { action } else { nil } }, state: \.f35),
    S4.feature.lift(
      action: { if case .f36(let action) = $0 { action } else { nil } }, state: \.f36),
    S4.feature.lift(
      action: { if case .f37(let action) = $0 { action } else { nil } }, state: \.f37),
    S4.feature.lift(
      action: { if case .f38(let action) = $0 { action } else { nil } }, state: \.f38),
    S4.feature.lift(
      action: { if case .f39(let action) = $0 { action } else { nil } }, state: \.f39),
    S4.feature.lift(
      action: { if case .f40(let action) = $0 { action } else { nil } }, state: \.f40),
    S4.feature.lift(
      action: { if case .f41(let action) = $0 { action } else { nil } }, state: \.f41),
    S4.feature.lift(
      action: { if case .f42(let action) = $0 { action } else { nil } }, state: \.f42),
    S4.feature.lift(
      action: { if case .f43(let action) = $0 { action } else { nil } }, state: \.f43),
    S4.feature.lift(
      action: { if case .f44(let action) = $0 { action } else { nil } }, state: \.f44),
    S4.feature.lift(
      action: { if case .f45(let action) = $0 { action } else { nil } }, state: \.f45),
    S4.feature.lift(
      action: { if case .f46(let action) = $0 { action } else { nil } }, state: \.f46),
    S4.feature.lift(
      action: { if case .f47(let action) = $0 { action } else { nil } }, state: \.f47),
    S4.feature.lift(
      action: { if case .f48(let action) = $0 { action } else { nil } }, state: \.f48),
    S4.feature.lift(
      action: { if case .f49(let action) = $0 { action } else { nil } }, state: \.f49),
    S4.feature.lift(
      action: { if case .f50(let action) = $0 { action } else { nil } }, state: \.f50),
    S4.feature.lift(
      action: { if case .f51(let action) = $0 { action } else { nil } }, state: \.f51),
    S4.feature.lift(
      action: { if case .f52(let action) = $0 { action } else { nil } }, state: \.f52),
    S4.feature.lift(
      action: { if case .f53(let action) = $0 { action } else { nil } }, state: \.f53),
    S4.feature.lift(
      action: { if case .f54(let action) = $0 { action } else { nil } }, state: \.f54),
    S4.feature.lift(
      action: { if case .f55(let action) = $0 { action } else { nil } }, state: \.f55),
    S4.feature.lift(
      action: { if case .f56(let action) = $0 { action } else { nil } }, state: \.f56),
    S4.feature.lift(
      action: { if case .f57(let action) = $0 { action } else { nil } }, state: \.f57),
    S4.feature.lift(
      action: { if case .f58(let action) = $0 { action } else { nil } }, state: \.f58),
    S4.feature.lift(
      action: { if case .f59(let action) = $0 { action } else { nil } }, state: \.f59),
    S4.feature.lift(
      action: { if case .f60(let action) = $0 { action } else { nil } }, state: \.f60),
    S4.feature.lift(
      action: { if case .f61(let action) = $0 { action } else { nil } }, state: \.f61),
    S4.feature.lift(
      action: { if case .f62(let action) = $0 { action } else { nil } }, state: \.f62),
    S4.feature.lift(action: { if case .f63(let action) = $0 { action } else { nil } }, state: \.f63)
  )
}
