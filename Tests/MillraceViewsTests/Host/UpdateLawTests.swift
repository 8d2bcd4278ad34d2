// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Testing

import MillraceViews

/// The values of all modifiers and controls of a page.
@Observable private final class Dials {
  var values = Array(repeating: 0, count: 60)

  subscript(index: Int) -> Int { values[index] }

  func isOn(_ index: Int) -> Bool { values[index] % 2 == 1 }

  func one<Value>(_ index: Int, of values: Value...) -> Value { values[self[index] % values.count] }

  func name(_ index: Int) -> String { "name \(self[index])" }
}

private struct Item: Identifiable, Hashable {
  let id: Int
}

private struct Styles: View {
  let dials: Dials

  var body: some View {
    VStack(
      alignment: dials.one(0, of: .leading, .center, .trailing), spacing: CGFloat(dials[1])
    ) {
      Text(dials.name(2))
        .font(dials.one(3, of: .body, .title, .system(size: 13), .system(size: 13, weight: .bold)))
        .bold(dials.isOn(4))
        .italic(dials.isOn(5))
        .foregroundStyle(dials.one(6, of: Color.red, .blue, .primary))
        .padding(dials.one(7, of: .all, .top, .horizontal), CGFloat(dials[8]))
        .background(dials.one(9, of: Color.clear, .yellow, .green))
        .opacity(dials.one(10, of: 1, 0.5, 0))
        .lineLimit(dials.one(11, of: nil, 1, 3))
        .multilineTextAlignment(dials.one(12, of: .leading, .center, .trailing))
      (Text("a").bold() + Text(dials.name(2)).italic(dials.isOn(5)))
      HStack(alignment: dials.one(13, of: .top, .center, .firstTextBaseline)) {
        Circle().fill(dials.one(6, of: Color.red, .blue, .primary)).frame(width: 20, height: 20)
        RoundedRectangle(cornerRadius: CGFloat(dials[14]))
          .stroke(dials.one(9, of: Color.clear, .yellow, .green), lineWidth: CGFloat(dials[15]))
          .frame(width: CGFloat(dials[16] * 10), height: 20)
        Spacer()
        Divider()
      }
      .frame(
        maxWidth: dials.isOn(17) ? .infinity : 100,
        alignment: dials.one(18, of: .leading, .trailing)
      )
      .offset(x: CGFloat(dials[19]), y: 0)
      .scaleEffect(dials.one(20, of: 1, 0.5))
      .rotationEffect(.degrees(Double(dials[21])))
      .shadow(radius: CGFloat(dials[22]))
      .zIndex(Double(dials[22]))
      ZStack(alignment: dials.one(23, of: .topLeading, .bottom)) {
        Image(systemName: dials.one(24, of: "star", "trash", "no such symbol"))
          .imageScale(dials.one(25, of: .small, .large))
        if dials.isOn(26) { Text("above").border(.red, width: CGFloat(dials[1])) }
      }
      .overlay(alignment: dials.one(23, of: .topLeading, .bottom)) { Text(dials.name(27)) }
      .clipShape(RoundedRectangle(cornerRadius: CGFloat(dials[14])))
      .accessibilityLabel(dials.name(28))
      .accessibilityHidden(dials.isOn(29))
      .help(dials.name(28))
      Grid(horizontalSpacing: CGFloat(dials[1])) {
        GridRow {
          Text("a").gridCellColumns(dials.one(30, of: 1, 2))
          Text("b")
        }
      }
    }
    .disabled(dials.isOn(31))
    .tint(dials.one(32, of: nil, .red, .blue))
    .font(dials.one(33, of: nil, .caption))
  }
}

private struct Controls: View {
  let dials: Dials

  var body: some View {
    Form {
      Section(dials.name(0)) {
        TextField(dials.name(1), text: .constant(dials.name(2)))
        SecureField("Secret", text: .constant(dials.name(3)))
        TextEditor(text: .constant(dials.name(4)))
        Toggle(dials.name(5), isOn: .constant(dials.isOn(6)))
        Picker(dials.name(7), selection: .constant(dials[8] % 3)) {
          ForEach(0..<3, id: \.self) { Text("\(dials.name(9)) \($0)").tag($0) }
        }
        Stepper("\(dials[10])", value: .constant(dials[10]), in: 0...dials[11] + 9)
        Slider(value: .constant(Double(dials[12])), in: 0...20)
        DatePicker(
          "Date", selection: .constant(Date(timeIntervalSince1970: Double(dials[13]) * 86_400)),
          displayedComponents: .date)
      }
      .disabled(dials.isOn(14))
      Section {
        Button(dials.name(15), role: dials.one(16, of: nil, .destructive)) {}
          .keyboardShortcut("k", modifiers: dials.one(17, of: .command, [.command, .shift]))
        ProgressView(value: Double(dials[18]), total: 20)
        Label(dials.name(19), systemImage: dials.one(20, of: "star", "trash"))
        Link(dials.name(21), destination: URL(string: "https://example.com/\(dials[22])")!)
        Menu(dials.name(23)) {
          Button(dials.name(24)) {}
          if dials.isOn(25) { Divider() }
          Button("b", role: .destructive) {}.disabled(dials.isOn(26))
        }
        DisclosureGroup(dials.name(27), isExpanded: .constant(dials.isOn(28))) {
          Text(dials.name(29))
        }
      } header: {
        Text(dials.name(30))
      } footer: {
        if dials.isOn(31) { Text(dials.name(32)) }
      }
    }
  }
}

private struct Lists: View {
  let dials: Dials

  private var items: [Item] {
    let all = (0..<8).map { Item(id: $0) }
    let kept = all.filter { dials[1] >> $0.id & 1 == 0 }
    return dials.isOn(0) ? kept.reversed() : kept
  }

  var body: some View {
    List(selection: .constant(dials.isOn(2) ? dials[3] % 8 : nil)) {
      ForEach(items) { item in
        Text("\(dials.name(4)) \(item.id)")
          .swipeActions {
            Button("Flag") {}.disabled(dials.isOn(5))
            if dials.isOn(6) { Button("Delete", role: .destructive) {} }
          }
          .contextMenu { if dials.isOn(7) { Button(dials.name(8)) {} } }
      }
      .onDelete { _ in }
      Section(dials.name(9)) {
        ForEach(items.prefix(dials[10] % 9)) { Text("\($0.id)") }
        if dials.isOn(11) { Text("last") }
      }
    }
    LazyVStack {
      ForEach(items) { item in
        Group {
          Text("\(item.id)"); Divider()
        }
      }
    }
    ContentUnavailableView(
      dials.name(12), systemImage: "tray", description: Text(dials.name(13)))
  }
}

private struct Presentations: View {
  let dials: Dials

  /// Only one presentation is shown at a time, because their order is that in which they opened.
  private var shown: Int { dials[11] % 5 }

  var body: some View {
    TabView(selection: .constant(dials[0] % 2)) {
      Tab(dials.name(1), systemImage: "star", value: 0) {
        NavigationStack(path: .constant((0..<dials[2] % 3).map { $0 + dials[3] % 2 })) {
          NavigationLink(dials.name(4), value: 1)
            .navigationDestination(for: Int.self) { Text("level \($0)").navigationTitle("\($0)") }
            .navigationTitle(dials.name(5))
            .toolbar {
              ToolbarItem { Button(dials.name(6)) {} }
              if dials.isOn(7) { ToolbarItem { Text("item") } }
            }
        }
      }
      Tab("Other", systemImage: "trash", value: 1) {
        Text("other")
          .searchable(text: .constant(dials.name(8)), prompt: dials.name(9))
      }
    }
    .alert(dials.name(10), isPresented: .constant(shown == 1)) {
      Button(dials.name(12)) {}
      Button("Cancel", role: .cancel) {}
    } message: {
      Text(dials.name(13))
    }
    .confirmationDialog(dials.name(14), isPresented: .constant(shown == 2)) {
      Button("Yes") {}
    }
    .sheet(isPresented: .constant(shown == 3)) { Text(dials.name(17)).navigationTitle("S") }
    .popover(isPresented: .constant(shown == 4)) { Text(dials.name(19)) }
  }
}

private struct MoreStyles: View {
  let dials: Dials

  var body: some View {
    VStack {
      Text("value \(dials[0], format: .number) \(Image(systemName: "star"))")
        .kerning(CGFloat(dials[1]))
        .underline(dials.isOn(2), color: dials.one(3, of: nil, .red))
        .strikethrough(dials.isOn(4))
        .textCase(dials.one(5, of: nil, .uppercase))
        .fontDesign(dials.one(6, of: nil, .serif, .monospaced))
        .lineSpacing(CGFloat(dials[7]))
        .lineLimit(1...(dials[8] + 1))
        .foregroundStyle(
          LinearGradient(
            colors: dials.one(9, of: [.red, .blue], [.green, .yellow]), startPoint: .leading,
            endPoint: dials.one(10, of: .trailing, .bottom)))
      Circle().trim(from: 0, to: Double(dials[11]) / 9).stroke(.red, lineWidth: 2)
        .frame(width: 40, height: 40)
      Rectangle().fill(dials.one(12, of: Color.red, .blue).gradient).frame(width: 9, height: 9)
      HStack { Text("filtered") }
        .blur(radius: CGFloat(dials[13]))
        .saturation(Double(dials[14]) / 4)
        .brightness(Double(dials[15]) / 10)
        .rotation3DEffect(.degrees(Double(dials[16])), axis: (x: 0, y: 1, z: 0))
        .background(.thinMaterial, in: .rect(cornerRadius: CGFloat(dials[17])))
        .redacted(reason: dials.isOn(18) ? .placeholder : [])
        .allowsHitTesting(dials.isOn(19))
        .safeAreaInset(edge: dials.one(20, of: .top, .bottom)) { Text(dials.name(21)) }
      let layout =
        dials.isOn(22)
        ? AnyLayout(HStackLayout(spacing: CGFloat(dials[23]))) : AnyLayout(VStackLayout())
      layout { ForEach(0..<dials[24] % 4, id: \.self) { Text("\($0)") } }
      Text("spoken")
        .accessibilityHint(dials.name(25))
        .accessibilityValue(dials.name(26))
        .accessibilityIdentifier(dials.name(27))
        .accessibilityAddTraits(dials.one(28, of: [], .isHeader, .isSelected, .isImage))
      HStack {
        Text("a"); Text("b")
      }
      .accessibilityElement(children: dials.one(29, of: .contain, .combine))
      .accessibilityLabel(dials.name(30))
      .environment(\.layoutDirection, dials.one(31, of: .leftToRight, .rightToLeft))
      .environment(\.colorScheme, dials.one(32, of: .light, .dark))
    }
    .scrollDisabled(dials.isOn(33))
  }
}

private struct MoreControls: View {
  let dials: Dials

  var body: some View {
    Form {
      Picker(dials.name(0), selection: .constant(dials[1] % 3)) {
        ForEach(0..<3, id: \.self) { Text("\(dials.name(2)) \($0)").tag($0) }
      }
      .pickerStyle(.segmented)
      .labelsHidden()
      Picker("inline", selection: .constant(dials[1] % 3)) {
        ForEach(0..<dials[3] % 4, id: \.self) { Text("\($0)").tag($0) }
      }
      .pickerStyle(.inline)
      Toggle(dials.name(4), isOn: .constant(dials.isOn(5))).toggleStyle(.switch)
      Toggle(dials.name(4), isOn: .constant(dials.isOn(5))).toggleStyle(.button)
      LabeledContent(dials.name(6), value: dials.name(7))
      Gauge(value: Double(dials[8]), in: 0...9) { Text(dials.name(9)) }
      TextField("value", value: .constant(dials[10]), format: .number)
      TextField("lines", text: .constant(dials.name(11)), axis: .vertical)
        .lineLimit(1...(dials[12] + 1))
        .textContentType(dials.one(13, of: nil, .username))
        .autocorrectionDisabled(dials.isOn(14))
        .submitLabel(dials.one(15, of: .done, .search))
      Menu(dials.name(16)) {
        Button(dials.name(17)) {}
      } primaryAction: {
      }
    }
    .controlSize(dials.one(18, of: .regular, .large))
    List {
      Section(dials.name(19), isExpanded: .constant(dials.isOn(20))) {
        ForEach(0..<dials[21] % 5, id: \.self) { number in
          Text("\(number)")
            .badge(dials[22])
            .listRowBackground(dials.one(23, of: Color.red, .blue))
            .listRowSeparator(dials.one(24, of: .hidden, .visible))
        }
      }
    }
    .listStyle(.insetGrouped)
    TabView(selection: .constant(0)) {
      Tab("A", systemImage: "star", value: 0) { Text("a") }.badge(dials[25])
      Tab("B", systemImage: "star", value: 1) { Text("b") }
    }
    NavigationStack {
      Text("bar").navigationTitle(dials.name(26))
        .toolbar { ToolbarItem(placement: .bottomBar) { Text(dials.name(27)) } }
        .toolbar(dials.one(28, of: .visible, .hidden), for: .automatic)
    }
    Text("search").searchable(text: .constant(dials.name(29)), isPresented: .constant(false))
      .searchScopes(.constant(dials[30] % 2)) {
        ForEach(0..<2, id: \.self) { Text("\($0)").tag($0) }
      }
    Text("dialog")
      .alert(dials.name(31), isPresented: .constant(dials.isOn(32)), presenting: dials[33]) {
        Button("\($0)") {}
      }
  }
}

private struct Layers: View {
  let dials: Dials

  var body: some View {
    VStack {
      HStack { Text(dials.name(0)) }
        .opacity(dials.one(1, of: 1, 0.5, 0))
        .font(dials.one(2, of: nil, .title, .caption))
        .background(dials.one(3, of: Color.red, .blue))
        .zIndex(Double(dials[4]))
        .tint(dials.one(5, of: nil, .red))
        .padding(CGFloat(dials[6]))
        .overlay { if dials.isOn(7) { Text(dials.name(8)) } }
        .blendMode(dials.one(9, of: .normal, .multiply))
        .background { HStack { Text("b") }.opacity(dials.one(10, of: 1, 0.5)) }
        .opacity(dials.one(11, of: 1, 0.5))
        .border(.red)
      Group {
        if dials.isOn(12) { Text("a") }
        HStack { Text("b") }
      }
      .opacity(dials.one(1, of: 1, 0.5, 0))
      .overlay { Text("c") }
      decorated.overlay { Text("d") }
      boxed.border(.red)
      Grid(alignment: dials.one(14, of: .leadingFirstTextBaseline, .center, .bottomTrailing)) {
        row
        if dials.isOn(26) {
          GridRow { Text("second") }.hidden()
            .gridColumnAlignment(dials.one(27, of: .leading, .center))
        }
      }
    }
    .sheet(isPresented: .constant(dials.isOn(28))) {
      Text("sheet").presentationDetents(dials.one(29, of: [.medium], [.large, .medium]))
    }
    .scrollDisabled(dials.isOn(30))
    .buttonBorderShape(dials.one(31, of: .automatic, .capsule))
  }

  private var row: some View {
    GridRow(alignment: dials.one(15, of: VerticalAlignment?.none, .top, .firstTextBaseline)) {
      ForEach(0..<(dials[16] % 4), id: \.self) { number in
        HStack { Text("\(number)") }.opacity(dials.one(17, of: 1, 0.5))
      }
      if dials.isOn(18) { Text("cell").gridCellColumns(dials.one(19, of: 1, 2)) }
    }
    .opacity(dials.one(20, of: 1, 0.5, 0))
    .font(dials.one(21, of: nil, .title))
    .padding(CGFloat(dials[22]))
    .background(dials.one(23, of: Color.red, .blue))
    .overlay { if dials.isOn(24) { Text("over") } }
    .accessibilityHidden(dials.isOn(25))
  }

  /// A view whose decoration can be of another kind.
  private var decorated: AnyView {
    let stack = HStack { Text("e") }
    return switch dials[13] % 4 {
    case 0: AnyView(stack.opacity(0.5))
    case 1: AnyView(stack.zIndex(1))
    case 2: AnyView(stack.accessibilityLabel("f"))
    default: AnyView(stack.font(dials.one(2, of: nil, .title)))
    }
  }

  /// A view whose wrapper can draw a background or not.
  private var boxed: AnyView {
    let stack = HStack { Text("g") }.opacity(dials.one(1, of: 1, 0.5, 0))
    return dials.isOn(32) ? AnyView(stack.background(Color.red)) : AnyView(stack.padding(3))
  }
}

@MainActor
@Suite struct UpdateLawTests {
  /// The law of updates: for all modifiers and controls, a page that has changed by patches is
  /// equal to the first page of a host that begins with the same values.
  @Test(arguments: 0..<4)
  func anUpdatedPageIsEqualToANewOne(seed: UInt64) throws {
    try check(seed) { Styles(dials: $0) }
    try check(seed) { Controls(dials: $0) }
    try check(seed) { Lists(dials: $0) }
    try check(seed) { Presentations(dials: $0) }
    try check(seed) { MoreStyles(dials: $0) }
    try check(seed) { MoreControls(dials: $0) }
    try check(seed) { Layers(dials: $0) }
  }

  private func check(_ seed: UInt64, _ content: (Dials) -> some View) throws {
    var random = SeededRandom(seed: seed + 1)
    let dials = Dials()
    let host = ViewHost(content(dials))
    let page = PatchedPage(html: host.html())
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<34, using: &random)
        dials.values[index] = Int.random(in: 0..<9, using: &random)
      }
      try page.apply(host.flush())
      let fresh = PatchedPage(html: ViewHost(content(dials)).html())
      let (updated, new) = (page.root.withoutIDs, fresh.root.withoutIDs)
      if updated == new { continue }
      Issue.record("seed \(seed), step \(step): \(difference(updated, new))")
      return
    }
  }

  /// The first places at which two texts differ.
  private func difference(_ one: String, _ other: String) -> String {
    let start = one.commonPrefix(with: other).count
    func part(_ text: String) -> String { String(text.dropFirst(max(start - 120, 0)).prefix(240)) }
    return "\nupdated \(part(one))\nnew     \(part(other))"
  }
}

extension PatchedPage.Element {
  /// The element with its content; ids of elements are replaced by their order in the page.
  fileprivate var withoutIDs: String {
    var ids: [String] = []
    func collect(_ element: PatchedPage.Element) {
      if let id = element.attributes["data-n"] { ids.append(id) }
      element.children.forEach(collect)
    }
    collect(self)
    let places = Dictionary(
      ids.enumerated().map { ($1, "\($0)") }, uniquingKeysWith: { first, _ in first })
    return description.replacing(/(data-n="|millrace-[ng])([0-9]+)/) { match in
      "\(match.1)\(places[String(match.2)] ?? "unknown")"
    }
  }
}
