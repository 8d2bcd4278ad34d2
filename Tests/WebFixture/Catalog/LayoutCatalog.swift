// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Views and modifiers of layout.
struct LayoutCatalog: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 20) {
      Stacks()
      Frames()
      Layers()
      Grids()
      Scrolling()
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

private struct Cell: View {
  let text: String
  var color = Color.blue

  var body: some View {
    Text(text).padding(8).background(color.opacity(0.25))
  }
}

private struct Stacks: View {
  private let spacing: CGFloat? = 4

  var body: some View {
    Text("Stacks").font(.title2)
    HStack(spacing: spacing) {
      ForEach(1..<10) { Cell(text: "Column \($0)") }
    }
    HStack {
      Text("Leading")
      Spacer()
      Text("Trailing")
    }
    HStack(alignment: .top) {
      VStack(alignment: .leading) {
        Text("leading").bold()
        Text("of a vertical stack")
      }
      Divider()
      VStack(alignment: .trailing) {
        Text("trailing").bold()
        Text("of a vertical stack")
      }
      LazyVStack(spacing: 2) {
        Text("lazy")
        Text("as wide as there is room")
      }
    }
    ZStack(alignment: .bottomTrailing) {
      Color.green.opacity(0.3).frame(width: 120, height: 60)
      Text("corner").font(.caption)
    }
  }
}

private struct Frames: View {
  var body: some View {
    Text("Frames").font(.title2)
    HStack {
      Text("fixed").frame(width: 90, height: 50, alignment: .topLeading).border(.red)
      Text("min").frame(minWidth: 90, minHeight: 50).border(.orange, width: 2)
      Text("ideal").frame(idealWidth: 80, idealHeight: 40).border(.green)
      Text("max").frame(maxWidth: 200, alignment: .trailing).border(.blue)
      Text("all").frame(maxWidth: .infinity, alignment: .leading).border(.purple)
    }
    HStack {
      Text("no squeeze of this text").layoutPriority(1)
      Text("faint").opacity(0.8)
      Text("gone").hidden()
      Text("inset").padding(EdgeInsets(top: 2, leading: 20, bottom: 2, trailing: 4)).border(.gray)
      Text("one line of a long text that is cut").lineLimit(1).frame(width: 120)
      Text("moved").offset(x: 4, y: 4)
      Text("turned").rotationEffect(.degrees(20))
    }
  }
}

private struct Layers: View {
  var body: some View {
    Text("Layers").font(.title2)
    HStack(spacing: 24) {
      Text("over").padding().overlay(alignment: .topTrailing) {
        Circle().fill(.red).frame(width: 12, height: 12)
      }
      .border(.gray)
      Text("under").padding().background { RoundedRectangle(cornerRadius: 8).stroke(.blue) }
      Text("capsule").padding(8).background(.yellow.opacity(0.3), in: Capsule())
      Text("clipped").padding().background(.mint.opacity(0.4)).clipShape(Capsule())
      Text("corners").padding().background(.pink.opacity(0.3)).cornerRadius(10)
      Text("shadow").padding().background(.background).shadow(radius: 4)
    }
  }
}

private struct Grids: View {
  var body: some View {
    Text("Grids").font(.title2)
    Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 6) {
      GridRow {
        Text("Name").bold()
        Text("Number").bold()
        Text("Remark").bold()
      }
      Divider()
      GridRow {
        Text("First")
        Text("1,000")
        Text("a longer remark")
      }
      GridRow {
        Text("Both columns").gridCellColumns(2)
        Text("short")
      }
      Text("All columns").gridCellColumns(2).frame(maxWidth: .infinity)
    }
    LazyVGrid(columns: [GridItem(.adaptive(minimum: 90))], spacing: 6) {
      ForEach(0..<7) { Cell(text: "Cell \($0)", color: .teal) }
    }
  }
}

private struct Scrolling: View {
  var body: some View {
    Text("Scrolling").font(.title2)
    ScrollView(.horizontal) {
      HStack { ForEach(0..<30) { Cell(text: "Tile \($0)", color: .indigo) } }
    }
    .frame(maxWidth: 420)
    ScrollView {
      LazyVStack(alignment: .leading) { ForEach(0..<20) { Text("Line \($0)") } }
    }
    .frame(height: 90)
  }
}
