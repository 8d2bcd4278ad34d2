// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// A chart of the latest effects of a store over time.
struct EffectsPane: View {
  /// The maximum number of effects that are shown.
  static let most = 60
  let store: MonitoredStore

  var body: some View {
    let _ = store.revision
    let effects = Array(store.effects.suffix(Self.most))
    if effects.isEmpty {
      Text("No effect that takes time has started since the store was added.")
        .foregroundStyle(.secondary)
    } else {
      EffectLegend()
      let scale = EffectScale(of: effects, now: TraceClock.now)
      ScrollView(.horizontal) {
        VStack(alignment: .leading, spacing: 4) {
          ForEach(effects.reversed()) { effect in
            VStack(alignment: .leading, spacing: 0) {
              HStack(spacing: 6) {
                Text(effect.name ?? "effect \(effect.id)").bold()
                Text(effect.words).foregroundStyle(.secondary)
              }
              .font(.footnote)
              EffectBar(effect: effect, scale: scale)
            }
          }
        }
      }
      Text("The chart shows \(scale.span.microsecondsAsTime).").font(.footnote)
        .foregroundStyle(.secondary)
    }
  }
}

/// The period that the chart shows, in microseconds since 1970.
///
/// The clocks of programs differ, and a clock can be set back. Therefore an effect can have begun
/// later than now, or ended before it began.
struct EffectScale: Equatable {
  let first: UInt64
  let last: UInt64

  init(of effects: [EffectSpan], now: UInt64) {
    first = effects.map(\.start).min() ?? 0
    last = max(effects.map { $0.end ?? now }.max() ?? first, first)
  }

  var span: UInt64 { max(last - first, 1) }
}

/// The legend of the colors.
struct EffectLegend: View {
  var body: some View {
    HStack(spacing: 12) {
      Text("■ waits").foregroundStyle(.gray)
      Text("■ runs").foregroundStyle(.blue)
      Text("■ ended").foregroundStyle(.green)
      Text("■ cancelled or failed").foregroundStyle(.red)
    }
    .font(.footnote)
  }
}

/// The bar of an effect.
struct EffectBar: View {
  static let width = 640.0
  let effect: EffectSpan
  let scale: EffectScale

  var body: some View {
    ZStack {
      bar(effect.start, effect.begin ?? stop).fill(Color.gray.opacity(0.5))
      if let begin = effect.begin { bar(begin, stop).fill(color) }
    }
    .frame(width: Self.width, height: 16)
    .accessibilityLabel("\(effect.name ?? "effect \(effect.id)"): \(effect.words)")
  }

  private var stop: UInt64 { effect.cancelled ?? effect.end ?? scale.last }

  private var color: Color {
    if effect.cancelled != nil || effect.error != nil { return .red }
    return effect.end == nil ? .blue : .green
  }

  private func bar(_ from: UInt64, _ to: UInt64) -> Path {
    let unit = Self.width / Double(scale.span)
    let x = Double(from.since(scale.first)) * unit
    let width = max(Double(to.since(from)) * unit, 2)
    return Path(
      roundedRect: CGRect(x: min(x, Self.width - 2), y: 2, width: width, height: 12),
      cornerRadius: 3)
  }
}

extension EffectSpan {
  /// The status of the effect, with the number of the action that started it.
  var words: String {
    let cause = cause.map { "#\($0)" } ?? "no action"
    if cancelled != nil { return "of \(cause), cancelled" }
    if let error { return "of \(cause), threw \(error.prefix(200))" }
    guard begin != nil else { return "of \(cause), waits" }
    guard let end else { return "of \(cause), runs" }
    return "of \(cause), \(end.since(start).microsecondsAsTime)"
  }
}

extension UInt64 {
  /// The difference to a start time, or 0 if the start is later.
  fileprivate func since(_ start: UInt64) -> UInt64 { self > start ? self - start : 0 }

  /// A number of microseconds as text.
  fileprivate var microsecondsAsTime: String { (Swift.min(self, .max / 1_000) * 1_000).asTime }
}
