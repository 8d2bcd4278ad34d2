// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The effects of a store over time.
struct EffectsPane: View {
  /// So many effects are shown, the last ones.
  static let most = 60
  let store: MonitoredStore

  var body: some View {
    let _ = store.revision
    let effects = Array(store.effects.suffix(Self.most))
    if effects.isEmpty {
      Text("No effect that takes time has begun since the store is monitored.")
        .foregroundStyle(.secondary)
    } else {
      EffectLegend()
      let first = effects.map(\.start).min() ?? 0
      let last = effects.map { $0.end ?? UInt64(Date().timeIntervalSince1970 * 1_000_000) }.max()
      let span = max((last ?? first) &- first, 1)
      ScrollView(.horizontal) {
        VStack(alignment: .leading, spacing: 4) {
          ForEach(effects.reversed()) { effect in
            VStack(alignment: .leading, spacing: 0) {
              HStack(spacing: 6) {
                Text(effect.name ?? "effect \(effect.id)").bold()
                Text(effect.words).foregroundStyle(.secondary)
              }
              .font(.footnote)
              EffectBar(effect: effect, first: first, span: span)
            }
          }
        }
      }
      Text("The picture is \((span * 1_000).asTime) wide.").font(.footnote)
        .foregroundStyle(.secondary)
    }
  }
}

/// What the colours mean.
struct EffectLegend: View {
  var body: some View {
    HStack(spacing: 12) {
      Text("■ waits").foregroundStyle(.gray)
      Text("■ runs").foregroundStyle(.blue)
      Text("■ ended").foregroundStyle(.green)
      Text("■ cancelled").foregroundStyle(.red)
    }
    .font(.footnote)
  }
}

/// One effect as a bar.
struct EffectBar: View {
  static let width = 640.0
  let effect: EffectSpan
  let first: UInt64
  let span: UInt64

  var body: some View {
    ZStack {
      bar(effect.start, effect.begin ?? stop).fill(Color.gray.opacity(0.5))
      if let begin = effect.begin { bar(begin, stop).fill(color) }
    }
    .frame(width: Self.width, height: 16)
    .accessibilityLabel("\(effect.name ?? "effect \(effect.id)"): \(effect.words)")
  }

  private var stop: UInt64 { effect.cancelled ?? effect.end ?? first + span }

  private var color: Color {
    if effect.cancelled != nil { return .red }
    return effect.end == nil ? .blue : .green
  }

  private func bar(_ from: UInt64, _ to: UInt64) -> Path {
    let scale = Self.width / Double(span)
    let x = Double(from &- first) * scale
    let width = max(Double(to >= from ? to - from : 0) * scale, 2)
    return Path(
      roundedRect: CGRect(x: min(x, Self.width - 2), y: 2, width: width, height: 12),
      cornerRadius: 3)
  }
}

extension EffectSpan {
  /// What became of it, in words.
  var words: String {
    let cause = cause.map { "#\($0)" } ?? "no action"
    if cancelled != nil { return "of \(cause), cancelled" }
    guard begin != nil else { return "of \(cause), waits" }
    guard let end else { return "of \(cause), runs" }
    return "of \(cause), \(((end &- start) * 1_000).asTime)"
  }
}
