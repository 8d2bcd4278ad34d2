// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The world map with a marker for each shown earthquake.
///
/// Buttons, keys and drags move the map, and a tap selects the nearest earthquake. The map itself
/// is focusable because a button that cannot move the map further is disabled. Such a button loses
/// the focus in SwiftUI, and does not get it again on a web page.
struct QuakeMap: View {
  @State private var position = MapPosition()
  @GestureState private var shift = CGSize(width: 0, height: 0)
  @Environment(QuakesStore.self) private var store

  var body: some View {
    let shown = position.dragged(by: shift)
    VStack {
      ZStack {
        Land()
        QuakeMarkers(zoom: shown.zoom)
        SelectedMarker(zoom: shown.zoom)
      }
      .frame(width: MapPosition.size.width, height: MapPosition.size.height)
      .scaleEffect(shown.zoom)
      .offset(shown.offset)
      .frame(width: MapPosition.size.width, height: MapPosition.size.height)
      .contentShape(Rectangle())
      .onTapGesture { (location: CGPoint) in select(at: location) }
      .gesture(
        DragGesture()
          .updating($shift) { drag, shift, _ in shift = drag.translation }
          .onEnded { drag in position = position.dragged(by: drag.translation) }
      )
      .frame(minWidth: 0, maxWidth: .infinity)
      .background(.blue.opacity(0.1))
      .clipped()
      .focusable()
      .accessibilityAddTraits(.isImage)
      .accessibilityLabel("Map of the earthquakes")
      MapButtons(position: $position)
    }
    .onKeyPress(keys: MapMove.keys) { press in
      position = position.moved(MapMove.of(press.key))
      return .handled
    }
  }

  private func select(at location: CGPoint) {
    let quakes = store.select(selectShown)
    store.dispatch(.select(position.nearest(of: quakes, to: location)?.id))
  }
}

/// The land, which never changes.
private struct Land: View {
  var body: some View {
    WorldOutline.path.fill(.gray.opacity(0.4))
  }
}

/// The buttons that move and enlarge the map.
///
/// The keys of the map also work while a button has the focus.
private struct MapButtons: View {
  @Binding var position: MapPosition

  var body: some View {
    row([.zoomIn, .zoomOut, .wholeWorld])
    row([.west, .east, .north, .south])
  }

  private func row(_ moves: [MapMove]) -> some View {
    HStack(spacing: 4) {
      ForEach(moves, id: \.self) { move in
        Button {
          position = position.moved(move)
        } label: {
          Image(systemName: move.image)
        }
        .accessibilityLabel(move.title)
        .disabled(position.moved(move) == position)
      }
    }
  }
}
