// SPDX-License-Identifier: Apache-2.0

/// An app of 64 features, written out as an app writes it.
enum S4App {
  struct State: Sendable {
    var f0 = S4.Feature(), f1 = S4.Feature(), f2 = S4.Feature(), f3 = S4.Feature()
    var f4 = S4.Feature(), f5 = S4.Feature(), f6 = S4.Feature(), f7 = S4.Feature()
    var f8 = S4.Feature(), f9 = S4.Feature(), f10 = S4.Feature(), f11 = S4.Feature()
    var f12 = S4.Feature(), f13 = S4.Feature(), f14 = S4.Feature(), f15 = S4.Feature()
    var f16 = S4.Feature(), f17 = S4.Feature(), f18 = S4.Feature(), f19 = S4.Feature()
    var f20 = S4.Feature(), f21 = S4.Feature(), f22 = S4.Feature(), f23 = S4.Feature()
    var f24 = S4.Feature(), f25 = S4.Feature(), f26 = S4.Feature(), f27 = S4.Feature()
    var f28 = S4.Feature(), f29 = S4.Feature(), f30 = S4.Feature(), f31 = S4.Feature()
    var f32 = S4.Feature(), f33 = S4.Feature(), f34 = S4.Feature(), f35 = S4.Feature()
    var f36 = S4.Feature(), f37 = S4.Feature(), f38 = S4.Feature(), f39 = S4.Feature()
    var f40 = S4.Feature(), f41 = S4.Feature(), f42 = S4.Feature(), f43 = S4.Feature()
    var f44 = S4.Feature(), f45 = S4.Feature(), f46 = S4.Feature(), f47 = S4.Feature()
    var f48 = S4.Feature(), f49 = S4.Feature(), f50 = S4.Feature(), f51 = S4.Feature()
    var f52 = S4.Feature(), f53 = S4.Feature(), f54 = S4.Feature(), f55 = S4.Feature()
    var f56 = S4.Feature(), f57 = S4.Feature(), f58 = S4.Feature(), f59 = S4.Feature()
    var f60 = S4.Feature(), f61 = S4.Feature(), f62 = S4.Feature(), f63 = S4.Feature()
  }

  enum Action: Sendable {
    case f0(S4.Feature.Action), f1(S4.Feature.Action), f2(S4.Feature.Action), f3(S4.Feature.Action)
    case f4(S4.Feature.Action), f5(S4.Feature.Action), f6(S4.Feature.Action), f7(S4.Feature.Action)
    case f8(S4.Feature.Action), f9(S4.Feature.Action), f10(S4.Feature.Action), f11(
      S4.Feature.Action)
    case f12(S4.Feature.Action), f13(S4.Feature.Action), f14(S4.Feature.Action), f15(
      S4.Feature.Action)
    case f16(S4.Feature.Action), f17(S4.Feature.Action), f18(S4.Feature.Action), f19(
      S4.Feature.Action)
    case f20(S4.Feature.Action), f21(S4.Feature.Action), f22(S4.Feature.Action), f23(
      S4.Feature.Action)
    case f24(S4.Feature.Action), f25(S4.Feature.Action), f26(S4.Feature.Action), f27(
      S4.Feature.Action)
    case f28(S4.Feature.Action), f29(S4.Feature.Action), f30(S4.Feature.Action), f31(
      S4.Feature.Action)
    case f32(S4.Feature.Action), f33(S4.Feature.Action), f34(S4.Feature.Action), f35(
      S4.Feature.Action)
    case f36(S4.Feature.Action), f37(S4.Feature.Action), f38(S4.Feature.Action), f39(
      S4.Feature.Action)
    case f40(S4.Feature.Action), f41(S4.Feature.Action), f42(S4.Feature.Action), f43(
      S4.Feature.Action)
    case f44(S4.Feature.Action), f45(S4.Feature.Action), f46(S4.Feature.Action), f47(
      S4.Feature.Action)
    case f48(S4.Feature.Action), f49(S4.Feature.Action), f50(S4.Feature.Action), f51(
      S4.Feature.Action)
    case f52(S4.Feature.Action), f53(S4.Feature.Action), f54(S4.Feature.Action), f55(
      S4.Feature.Action)
    case f56(S4.Feature.Action), f57(S4.Feature.Action), f58(S4.Feature.Action), f59(
      S4.Feature.Action)
    case f60(S4.Feature.Action), f61(S4.Feature.Action), f62(S4.Feature.Action), f63(
      S4.Feature.Action)
  }

  /// Each feature's way into the app's action.
  static let embeds: [@Sendable (S4.Feature.Action) -> Action] = [
    Action.f0, Action.f1, Action.f2, Action.f3,
    Action.f4, Action.f5, Action.f6, Action.f7,
    Action.f8, Action.f9, Action.f10, Action.f11,
    Action.f12, Action.f13, Action.f14, Action.f15,
    Action.f16, Action.f17, Action.f18, Action.f19,
    Action.f20, Action.f21, Action.f22, Action.f23,
    Action.f24, Action.f25, Action.f26, Action.f27,
    Action.f28, Action.f29, Action.f30, Action.f31,
    Action.f32, Action.f33, Action.f34, Action.f35,
    Action.f36, Action.f37, Action.f38, Action.f39,
    Action.f40, Action.f41, Action.f42, Action.f43,
    Action.f44, Action.f45, Action.f46, Action.f47,
    Action.f48, Action.f49, Action.f50, Action.f51,
    Action.f52, Action.f53, Action.f54, Action.f55,
    Action.f56, Action.f57, Action.f58, Action.f59,
    Action.f60, Action.f61, Action.f62, Action.f63,
  ]

  /// Each feature's place in the app's state.
  nonisolated(unsafe) static let features: [KeyPath<State, S4.Feature>] = [
    \.f0, \.f1, \.f2, \.f3, \.f4, \.f5, \.f6, \.f7,
    \.f8, \.f9, \.f10, \.f11, \.f12, \.f13, \.f14, \.f15,
    \.f16, \.f17, \.f18, \.f19, \.f20, \.f21, \.f22, \.f23,
    \.f24, \.f25, \.f26, \.f27, \.f28, \.f29, \.f30, \.f31,
    \.f32, \.f33, \.f34, \.f35, \.f36, \.f37, \.f38, \.f39,
    \.f40, \.f41, \.f42, \.f43, \.f44, \.f45, \.f46, \.f47,
    \.f48, \.f49, \.f50, \.f51, \.f52, \.f53, \.f54, \.f55,
    \.f56, \.f57, \.f58, \.f59, \.f60, \.f61, \.f62, \.f63,
  ]

  /// The baseline: a switch over the features around the switch of each feature.
  @Sendable
  static func reduceByHand(_ state: inout State, _ action: Action) {
    switch action {
    case .f0(let action): S4.Feature.reduce(&state.f0, action)
    case .f1(let action): S4.Feature.reduce(&state.f1, action)
    case .f2(let action): S4.Feature.reduce(&state.f2, action)
    case .f3(let action): S4.Feature.reduce(&state.f3, action)
    case .f4(let action): S4.Feature.reduce(&state.f4, action)
    case .f5(let action): S4.Feature.reduce(&state.f5, action)
    case .f6(let action): S4.Feature.reduce(&state.f6, action)
    case .f7(let action): S4.Feature.reduce(&state.f7, action)
    case .f8(let action): S4.Feature.reduce(&state.f8, action)
    case .f9(let action): S4.Feature.reduce(&state.f9, action)
    case .f10(let action): S4.Feature.reduce(&state.f10, action)
    case .f11(let action): S4.Feature.reduce(&state.f11, action)
    case .f12(let action): S4.Feature.reduce(&state.f12, action)
    case .f13(let action): S4.Feature.reduce(&state.f13, action)
    case .f14(let action): S4.Feature.reduce(&state.f14, action)
    case .f15(let action): S4.Feature.reduce(&state.f15, action)
    case .f16(let action): S4.Feature.reduce(&state.f16, action)
    case .f17(let action): S4.Feature.reduce(&state.f17, action)
    case .f18(let action): S4.Feature.reduce(&state.f18, action)
    case .f19(let action): S4.Feature.reduce(&state.f19, action)
    case .f20(let action): S4.Feature.reduce(&state.f20, action)
    case .f21(let action): S4.Feature.reduce(&state.f21, action)
    case .f22(let action): S4.Feature.reduce(&state.f22, action)
    case .f23(let action): S4.Feature.reduce(&state.f23, action)
    case .f24(let action): S4.Feature.reduce(&state.f24, action)
    case .f25(let action): S4.Feature.reduce(&state.f25, action)
    case .f26(let action): S4.Feature.reduce(&state.f26, action)
    case .f27(let action): S4.Feature.reduce(&state.f27, action)
    case .f28(let action): S4.Feature.reduce(&state.f28, action)
    case .f29(let action): S4.Feature.reduce(&state.f29, action)
    case .f30(let action): S4.Feature.reduce(&state.f30, action)
    case .f31(let action): S4.Feature.reduce(&state.f31, action)
    case .f32(let action): S4.Feature.reduce(&state.f32, action)
    case .f33(let action): S4.Feature.reduce(&state.f33, action)
    case .f34(let action): S4.Feature.reduce(&state.f34, action)
    case .f35(let action): S4.Feature.reduce(&state.f35, action)
    case .f36(let action): S4.Feature.reduce(&state.f36, action)
    case .f37(let action): S4.Feature.reduce(&state.f37, action)
    case .f38(let action): S4.Feature.reduce(&state.f38, action)
    case .f39(let action): S4.Feature.reduce(&state.f39, action)
    case .f40(let action): S4.Feature.reduce(&state.f40, action)
    case .f41(let action): S4.Feature.reduce(&state.f41, action)
    case .f42(let action): S4.Feature.reduce(&state.f42, action)
    case .f43(let action): S4.Feature.reduce(&state.f43, action)
    case .f44(let action): S4.Feature.reduce(&state.f44, action)
    case .f45(let action): S4.Feature.reduce(&state.f45, action)
    case .f46(let action): S4.Feature.reduce(&state.f46, action)
    case .f47(let action): S4.Feature.reduce(&state.f47, action)
    case .f48(let action): S4.Feature.reduce(&state.f48, action)
    case .f49(let action): S4.Feature.reduce(&state.f49, action)
    case .f50(let action): S4.Feature.reduce(&state.f50, action)
    case .f51(let action): S4.Feature.reduce(&state.f51, action)
    case .f52(let action): S4.Feature.reduce(&state.f52, action)
    case .f53(let action): S4.Feature.reduce(&state.f53, action)
    case .f54(let action): S4.Feature.reduce(&state.f54, action)
    case .f55(let action): S4.Feature.reduce(&state.f55, action)
    case .f56(let action): S4.Feature.reduce(&state.f56, action)
    case .f57(let action): S4.Feature.reduce(&state.f57, action)
    case .f58(let action): S4.Feature.reduce(&state.f58, action)
    case .f59(let action): S4.Feature.reduce(&state.f59, action)
    case .f60(let action): S4.Feature.reduce(&state.f60, action)
    case .f61(let action): S4.Feature.reduce(&state.f61, action)
    case .f62(let action): S4.Feature.reduce(&state.f62, action)
    case .f63(let action): S4.Feature.reduce(&state.f63, action)
    }
  }
}
