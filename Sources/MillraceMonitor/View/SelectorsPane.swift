// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The selections of a store, with their inputs.
///
/// The selections that the shown action changed are highlighted, if they were recorded.
struct SelectorsPane: View {
  /// The maximum number of selections that are drawn.
  static let most = 120
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let _ = store.revision
    let all = store.selections
    let number = store.position(shownFor: page.selection)
      .flatMap { store.link(at: $0).number }
    let noted = number.flatMap { store.selections(changedBy: $0) }
    Group {
      Text(words(all.count, number, isNoted: noted != nil)).font(.footnote)
        .foregroundStyle(.secondary)
      SelectionPicture(
        selections: Array(all.prefix(Self.most)),
        changed: noted ?? [])
    }
    .onAppear { store.selectionPages += 1 }
    .onDisappear { store.selectionPages -= 1 }
  }

  private func words(_ count: Int, _ number: UInt64?, isNoted: Bool) -> String {
    guard count > 0 else { return "No selection is observed." }
    let shown = count > Self.most ? ", \(Self.most) of them drawn" : ""
    let note = number.map { number in
      isNoted
        ? " Highlighted: changed by action #\(number)."
        : " The changes of action #\(number) were not recorded. Only those of the latest actions "
          + "are recorded, while a page shows this pane."
    }
    let all = "\(count.of("selection")) \(count == 1 ? "is" : "are")"
    return "\(all) observed\(shown).\(note ?? "")"
  }
}

/// Selections as boxes, from left to right in the order of their ranks.
struct SelectionPicture: View {
  let selections: [SelectionBox]
  let changed: Set<Int>

  private static let box = CGSize(width: 210, height: 42)
  private static let gap = CGSize(width: 60, height: 10)

  var body: some View {
    let places = places
    let size = CGSize(
      width: (places.values.map(\.x).max() ?? 0) + Self.box.width,
      height: (places.values.map(\.y).max() ?? 0) + Self.box.height)
    ScrollView([.horizontal]) {
      ZStack(alignment: .topLeading) {
        edges(places).stroke(Color.gray, lineWidth: 1)
        ForEach(selections) { selection in
          if let place = places[selection.id] { box(selection, at: place) }
        }
      }
      .frame(width: size.width, height: size.height)
    }
  }

  private func box(_ selection: SelectionBox, at place: CGPoint) -> some View {
    VStack(alignment: .leading, spacing: 0) {
      Text(selection.name).font(.caption).bold(changed.contains(selection.id)).lineLimit(1)
      Text(words(selection)).font(.caption).foregroundStyle(.secondary).lineLimit(1)
    }
    .padding(4)
    .frame(width: Self.box.width, height: Self.box.height, alignment: .leading)
    .background(color(selection), in: RoundedRectangle(cornerRadius: 6))
    .help(selection.name)
    .position(x: place.x + Self.box.width / 2, y: place.y + Self.box.height / 2)
  }

  private func words(_ selection: SelectionBox) -> String {
    let observers = selection.observers.of("observer")
    return changed.contains(selection.id)
      ? "changed, \(observers)" : hasChangedInput(selection) ? "computed, \(observers)" : observers
  }

  /// True if an input of the selection has changed.
  ///
  /// If the selection itself has not changed, it was computed with an equal result.
  private func hasChangedInput(_ selection: SelectionBox) -> Bool {
    selection.inputs.contains(where: changed.contains)
  }

  private func color(_ selection: SelectionBox) -> Color {
    if changed.contains(selection.id) { return .orange.opacity(0.45) }
    return hasChangedInput(selection) ? .yellow.opacity(0.25) : .gray.opacity(0.15)
  }

  private var places: [Int: CGPoint] {
    var rows: [Int: Int] = [:]
    var places: [Int: CGPoint] = [:]
    for selection in selections {
      let row = rows[selection.rank, default: 0]
      rows[selection.rank] = row + 1
      places[selection.id] = CGPoint(
        x: CGFloat(selection.rank) * (Self.box.width + Self.gap.width),
        y: CGFloat(row) * (Self.box.height + Self.gap.height))
    }
    return places
  }

  private func edges(_ places: [Int: CGPoint]) -> Path {
    Path { path in
      for selection in selections {
        guard let end = places[selection.id] else { continue }
        for input in selection.inputs {
          guard let start = places[input] else { continue }
          path.move(to: CGPoint(x: start.x + Self.box.width, y: start.y + Self.box.height / 2))
          path.addLine(to: CGPoint(x: end.x, y: end.y + Self.box.height / 2))
        }
      }
    }
  }
}
