// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Shapes, gradients, effects, animations and gestures that only a browser draws or recognizes.
struct DrawingPage: View {
  @State private var isOn = false
  @State private var presses: [String] = []
  @State private var place = "nowhere"
  @State private var reports = 0

  private let colors = LinearGradient(
    colors: [.red, .blue], startPoint: .leading, endPoint: .trailing)

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Button("Turn") { isOn.toggle() }
      Text("Gradient").font(.largeTitle).foregroundStyle(colors)
      VStack {
        Text("Inside")
        Text("Own").foregroundStyle(.green)
      }
      .foregroundStyle(colors)
      HStack {
        Circle().fill(colors).frame(width: 40, height: 40)
        Circle().trim(from: 0, to: 0.75).stroke(colors, lineWidth: 6).frame(width: 40, height: 40)
        Capsule().strokeBorder(colors, lineWidth: 4).frame(height: 40)
      }
      ZStack {
        Button("Behind") { presses.append("behind") }
        Color.yellow.opacity(0.2).allowsHitTesting(false).frame(width: 120, height: 40)
      }
      Text("Hold me").padding()
        .onTapGesture { presses.append("tap") }
        .onLongPressGesture(minimumDuration: 0.2) {
          presses.append("long")
        } onPressingChanged: {
          presses.append($0 ? "down" : "up")
        }
      Text("Presses: \(presses.joined(separator: " "))")
      Text("Hover").frame(width: 100, height: 40).border(.gray)
        .onContinuousHover { phase in
          switch phase {
          case .active(let point): place = "\(Int(point.x)) \(Int(point.y))"
          case .ended: place = "gone"
          }
        }
        .onContinuousHover { _ in reports += 1 }
      Text("Pointer: \(place), reports: \(reports)")
      VStack {
        Text("Pulse").opacity(isOn ? 1 : 0.3)
        Text("Once").opacity(isOn ? 1 : 0.3).animation(.linear(duration: 30), value: isOn)
      }
      .animation(.linear(duration: 0.2).delay(0.1).repeatForever(), value: isOn)
      Text("Still").opacity(isOn ? 1 : 0.3).animation(.linear(duration: 30), value: isOn)
        .transaction { $0.animation = nil }
      if isOn {
        Text("Guest").transition(.asymmetric(insertion: .push(from: .leading), removal: .identity))
        Text("Visitor").transition(
          .asymmetric(
            insertion: .offset(x: 30),
            removal: .offset(x: -30).animation(.linear(duration: 0.9))))
      }
      VStack {
        Text("Secret")
        Button("Unreachable") {}
      }
      .redacted(reason: .placeholder)
      VStack { ForEach(0..<80) { Text("Line \($0)") } }
        .safeAreaInset(edge: .bottom) { Text("Always here").padding().background(.bar) }
    }
  }
}
