// SPDX-License-Identifier: Apache-2.0

extension Chart {
  /// The chart as an SVG document that is readable on light and on dark pages.
  public var svg: String {
    let canvas = ChartCanvas(self)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- SPDX-License-Identifier: Apache-2.0 -->
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 440" role="img" \
      aria-label="\(title.xmlText)">
      \(ChartCanvas.style)
      <rect class="card" width="760" height="440" rx="12"/>
      <text class="title" x="28" y="36">\(title.xmlText)</text>
      \(canvas.legend)
      \(canvas.axes)
      \(canvas.lines)
      </svg>

      """
  }
}

/// The positions of the parts of a chart.
private struct ChartCanvas {
  static let left = 88.0, right = 668.0, top = 92.0, bottom = 372.0
  static let style = """
    <style>
    text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; \
    fill: #4a5162 }
    .card { fill: #ffffff; stroke: #e1e4ea }
    .title { font-size: 16px; font-weight: 600; fill: #1b1f2a }
    .grid { stroke: #e6e8ee } .axis { stroke: #9aa1b1 }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
    .value { font-weight: 600 }
    .s0 { stroke: #0a5fd8 } .f0 { fill: #0a5fd8 }
    .s1 { stroke: #c2410c } .f1 { fill: #c2410c }
    .s2 { stroke: #6b7280 } .f2 { fill: #6b7280 }
    .s2.line { stroke-dasharray: 2 6 }
    @media (prefers-color-scheme: dark) {
    text { fill: #aeb6c6 }
    .card { fill: #14161c; stroke: #2a2e39 }
    .title { fill: #f1f3f7 }
    .grid { stroke: #262a34 } .axis { stroke: #6b7385 }
    .s0 { stroke: #6aa8ff } .f0 { fill: #6aa8ff }
    .s1 { stroke: #ff9d5c } .f1 { fill: #ff9d5c }
    .s2 { stroke: #9aa3b5 } .f2 { fill: #9aa3b5 }
    }
    </style>
    """

  let chart: Chart
  let scale: DecadeScale

  init(_ chart: Chart) {
    self.chart = chart
    scale = DecadeScale(
      of: chart.series.flatMap(\.times), from: Self.bottom, to: Self.top)
  }

  /// The names of the series, in a row under the title.
  var legend: String {
    var x = 30.0
    var parts: [String] = []
    for (index, series) in chart.series.enumerated() {
      parts.append(
        #"<line class="line s\#(index)" x1="\#(x.text)" y1="60" x2="\#((x + 26).text)" y2="60"/>"#)
      parts.append(marker(index, x + 13, 60))
      parts.append(#"<text x="\#((x + 34).text)" y="64.5">\#(series.name.xmlText)</text>"#)
      // The width is sufficient for the widest of the fonts.
      x += 34 + Double(series.name.count) * 7.8 + 22
    }
    return parts.joined(separator: "\n")
  }

  /// The grid lines, the numbers and the labels of both axes.
  var axes: String {
    var parts: [String] = []
    for exponent in scale.low...scale.high {
      let value = decade(exponent)
      let y = scale.position(of: value)
      let name = exponent == scale.low ? "axis" : "grid"
      parts.append(rule(name, Self.left, y, Self.right, y))
      parts.append(text(timeText(value), Self.left - 10, y + 4.5, anchor: "end"))
    }
    for (index, count) in chart.counts.enumerated() {
      let x = x(index)
      parts.append(rule("axis", x, Self.bottom, x, Self.bottom + 5))
      parts.append(text(count.grouped, x, Self.bottom + 22, anchor: "middle"))
    }
    if chart.counts.first == 0 && chart.counts.count > 1 {
      // A logarithmic axis has no zero. Therefore the axis has a gap after the zero.
      let x = (x(0) + x(1)) / 2
      parts.append(rule("axis", x - 6, Self.bottom + 6, x, Self.bottom - 6))
      parts.append(rule("axis", x, Self.bottom + 6, x + 6, Self.bottom - 6))
    }
    let middle = (Self.left + Self.right) / 2
    parts.append(text(chart.xLabel, middle, Self.bottom + 48, anchor: "middle"))
    let height = (Self.top + Self.bottom) / 2
    parts.append(
      #"<text transform="translate(26 \#(height.text)) rotate(-90)" text-anchor="middle">"#
        + "\(chart.yLabel.xmlText)</text>")
    return parts.joined(separator: "\n")
  }

  /// The lines with their last values.
  ///
  /// The first line is drawn on top.
  var lines: String {
    let ends = chart.series.map { scale.position(of: $0.times.last ?? 0) }
    let labels = spread(ends, gap: 18)
    var parts: [String] = []
    for (index, series) in chart.series.enumerated().reversed() {
      let points = series.times.enumerated().map { (x($0.offset), scale.position(of: $0.element)) }
      let path = points.map { "\($0.0.text),\($0.1.text)" }.joined(separator: " ")
      parts.append(#"<polyline class="line s\#(index)" points="\#(path)"/>"#)
      parts += points.map { marker(index, $0.0, $0.1) }
      if let last = series.times.last {
        parts.append(
          #"<text class="value f\#(index)" x="\#((Self.right + 14).text)" "#
            + #"y="\#((labels[index] + 4.5).text)">\#(timeText(last))</text>"#)
      }
    }
    return parts.joined(separator: "\n")
  }

  private func x(_ index: Int) -> Double {
    guard chart.counts.count > 1 else { return Self.left }
    let step = (Self.right - Self.left - 24) / Double(chart.counts.count - 1)
    return Self.left + 12 + step * Double(index)
  }

  /// A dot, a square or a diamond, so that the lines differ not only in their colours.
  private func marker(_ index: Int, _ x: Double, _ y: Double) -> String {
    switch index {
    case 0: #"<circle class="f0" cx="\#(x.text)" cy="\#(y.text)" r="4.5"/>"#
    case 1:
      #"<rect class="f1" x="\#((x - 4).text)" y="\#((y - 4).text)" width="8" height="8"/>"#
    default:
      #"<path class="f2" d="M\#(x.text) \#((y - 4.5).text)l4.5 4.5l-4.5 4.5l-4.5-4.5z"/>"#
    }
  }

  private func rule(
    _ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> String {
    #"<line class="\#(name)" x1="\#(x1.text)" y1="\#(y1.text)" x2="\#(x2.text)" y2="\#(y2.text)"/>"#
  }

  private func text(_ words: String, _ x: Double, _ y: Double, anchor: String) -> String {
    #"<text x="\#(x.text)" y="\#(y.text)" text-anchor="\#(anchor)">\#(words.xmlText)</text>"#
  }

  private func decade(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }
}

extension Double {
  fileprivate var text: String { decimal(1) ?? "0" }
}

extension String {
  /// The text, escaped for XML.
  var xmlText: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}
