// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

private class Animal: Hashable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (one: Animal, other: Animal) -> Bool { one.name == other.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class Dog: Animal {}

/// The levels of a stack: which destination they show, and which bodies run when they change.
@MainActor struct NavigationStackLevelTests {
  private func press(_ name: String, _ host: ViewHost) throws {
    let button = try #require(host.elements().all.last { $0.role == .button && $0.label == name })
    try host.handle(ViewEvent(node: button.id, kind: .tap))
    _ = host.flush()
  }

  private struct Zoo: View {
    let hasDogs: Bool
    @State private var path: [Animal] = []
    var body: some View {
      NavigationStack(path: $path) {
        NavigationLink("link", value: Dog("Rex"))
        NavigationLink("animal", value: Dog("Rex") as Animal)
        Button("set") { path = [Dog("Rex")] }
          .navigationDestination(for: Animal.self) { Text("animal \($0.name)") }
        if hasDogs { Text("x").navigationDestination(for: Dog.self) { Text("dog \($0.name)") } }
      }
    }
  }

  @Test(arguments: [true, false], ["set", "animal", "link"])
  func aDestinationIsForTheTypeOfThePath(hasDogs: Bool, way: String) throws {
    let host = ViewHost.shown(Zoo(hasDogs: hasDogs))
    try press(way, host)
    #expect(host.texts.contains("animal Rex") && !host.texts.contains("dog Rex"))
  }

  @Test func aDestinationIsForTheTypeWithWhichAValueWasAdded() throws {
    struct Mixed: View {
      @State private var path = NavigationPath()
      var body: some View {
        NavigationStack(path: $path) {
          Button("dog") { path.append(Dog("Rex")) }
          Button("animal") { path.append(Dog("Rex") as Animal) }
          Button("all") { path = NavigationPath([Dog("Rex"), Animal("Tom")]) }
          NavigationLink("link", value: Dog("Rex") as Animal)
          Button("erased") { path.append(AnyHashable(Dog("Rex"))) }
            .navigationDestination(for: Animal.self) { Text("animal \($0.name)") }
            .navigationDestination(for: Dog.self) { Text("dog \($0.name)") }
        }
      }
    }
    let ways = [
      ("dog", "dog Rex"), ("animal", "animal Rex"), ("all", "animal Tom"), ("link", "animal Rex"),
      ("erased", "dog Rex"),
    ]
    for (way, text) in ways {
      let host = ViewHost.shown(Mixed())
      try press(way, host)
      #expect(host.texts.contains(text), "\(way)")
    }
    #expect(NavigationPath([Dog("Rex")]) != NavigationPath([Dog("Rex") as Animal]))
    #expect(NavigationPath([Dog("Rex")]) == NavigationPath([Dog("Rex")]))
  }

  private struct Side: View {
    let isOn: Bool
    var body: some View {
      if isOn {
        Text("side").navigationDestination(isPresented: .constant(true)) { Counter() }
      }
    }
  }

  private struct Counter: View {
    @State private var count = 0
    var body: some View {
      Text("count \(count)")
      Button("add") { count += 1 }
    }
  }

  /// The node of the second binding can have the address of the node of the first one.
  @Test func aLevelThatAnotherBindingShowsHasStateOfItsOwn() throws {
    struct Page: View {
      @State private var isFirst = true
      var body: some View {
        NavigationStack {
          Side(isOn: isFirst)
          Side(isOn: !isFirst)
        }
        Button("swap") { isFirst.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    for _ in 0..<10 {
      #expect(host.texts.contains("count 0"))
      try press("add", host)
      #expect(host.texts.contains("count 1"))
      try press("swap", host)
    }
  }

  @Test func whatReadsTheActionOfALevelDoesNotRunWithEachLevel() throws {
    struct Level: View {
      let number: Int
      @Environment(\.dismiss) private var dismiss
      var body: some View {
        Text("level \(number)")
        Button("Close") { dismiss() }
      }
    }
    struct Page: View {
      var body: some View {
        NavigationStack {
          NavigationLink("open", value: 1)
            .navigationDestination(for: Int.self) { number in
              Level(number: number)
              NavigationLink("next", value: number + 1)
            }
        }
      }
    }
    let host = ViewHost.shown(Page())
    try press("open", host)
    for count in 2...4 {
      try press("next", host)
      #expect(host.bodies(Level.self) == count)
    }
    try press("Close", host)
    try press("Close", host)
    #expect(host.texts.contains("level 2") && !host.texts.contains("level 3"))
    #expect(host.bodies(Level.self) == 4)
  }
}
