// SPDX-License-Identifier: Apache-2.0

/// An app with 64 features, written in full as in a real app.
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
    case f0(F0.Action), f1(F1.Action), f2(F2.Action), f3(F3.Action)
    case f4(F4.Action), f5(F5.Action), f6(F6.Action), f7(F7.Action)
    case f8(F8.Action), f9(F9.Action), f10(F10.Action), f11(F11.Action)
    case f12(F12.Action), f13(F13.Action), f14(F14.Action), f15(F15.Action)
    case f16(F16.Action), f17(F17.Action), f18(F18.Action), f19(F19.Action)
    case f20(F20.Action), f21(F21.Action), f22(F22.Action), f23(F23.Action)
    case f24(F24.Action), f25(F25.Action), f26(F26.Action), f27(F27.Action)
    case f28(F28.Action), f29(F29.Action), f30(F30.Action), f31(F31.Action)
    case f32(F32.Action), f33(F33.Action), f34(F34.Action), f35(F35.Action)
    case f36(F36.Action), f37(F37.Action), f38(F38.Action), f39(F39.Action)
    case f40(F40.Action), f41(F41.Action), f42(F42.Action), f43(F43.Action)
    case f44(F44.Action), f45(F45.Action), f46(F46.Action), f47(F47.Action)
    case f48(F48.Action), f49(F49.Action), f50(F50.Action), f51(F51.Action)
    case f52(F52.Action), f53(F53.Action), f54(F54.Action), f55(F55.Action)
    case f56(F56.Action), f57(F57.Action), f58(F58.Action), f59(F59.Action)
    case f60(F60.Action), f61(F61.Action), f62(F62.Action), f63(F63.Action)
  }

  /// For each feature, a function that creates the action of the app.
  static let embeds: [@Sendable (S4.Change) -> Action] = [
    { .f0(.init($0)) }, { .f1(.init($0)) }, { .f2(.init($0)) }, { .f3(.init($0)) },
    { .f4(.init($0)) }, { .f5(.init($0)) }, { .f6(.init($0)) }, { .f7(.init($0)) },
    { .f8(.init($0)) }, { .f9(.init($0)) }, { .f10(.init($0)) }, { .f11(.init($0)) },
    { .f12(.init($0)) }, { .f13(.init($0)) }, { .f14(.init($0)) }, { .f15(.init($0)) },
    { .f16(.init($0)) }, { .f17(.init($0)) }, { .f18(.init($0)) }, { .f19(.init($0)) },
    { .f20(.init($0)) }, { .f21(.init($0)) }, { .f22(.init($0)) }, { .f23(.init($0)) },
    { .f24(.init($0)) }, { .f25(.init($0)) }, { .f26(.init($0)) }, { .f27(.init($0)) },
    { .f28(.init($0)) }, { .f29(.init($0)) }, { .f30(.init($0)) }, { .f31(.init($0)) },
    { .f32(.init($0)) }, { .f33(.init($0)) }, { .f34(.init($0)) }, { .f35(.init($0)) },
    { .f36(.init($0)) }, { .f37(.init($0)) }, { .f38(.init($0)) }, { .f39(.init($0)) },
    { .f40(.init($0)) }, { .f41(.init($0)) }, { .f42(.init($0)) }, { .f43(.init($0)) },
    { .f44(.init($0)) }, { .f45(.init($0)) }, { .f46(.init($0)) }, { .f47(.init($0)) },
    { .f48(.init($0)) }, { .f49(.init($0)) }, { .f50(.init($0)) }, { .f51(.init($0)) },
    { .f52(.init($0)) }, { .f53(.init($0)) }, { .f54(.init($0)) }, { .f55(.init($0)) },
    { .f56(.init($0)) }, { .f57(.init($0)) }, { .f58(.init($0)) }, { .f59(.init($0)) },
    { .f60(.init($0)) }, { .f61(.init($0)) }, { .f62(.init($0)) }, { .f63(.init($0)) },
  ]

  /// For each feature, the key path of its state in the state of the app.
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
