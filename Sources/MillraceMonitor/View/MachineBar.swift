// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The slider of the timeline and the commands of the time machine.
struct MachineBar: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let _ = store.revision
    let status = store.status
    VStack(alignment: .leading, spacing: 8) {
      HStack(alignment: .bottom, spacing: 8) {
        step("chevron.left", "Step back", by: -1, status)
        Slider(
          value: Binding(
            get: { Double(status.index) }, set: { jump(to: Int($0.rounded())) }),
          in: 0...Double(max(status.count, 1)), step: 1
        ) {
          Text("State after action").font(.footnote)
        }
        .disabled(status.count == 0)
        step("chevron.right", "Step forward", by: 1, status)
        Text("\(status.index.grouped) / \(status.count.grouped)").monospacedDigit()
      }
      LazyVGrid(
        columns: [GridItem(.adaptive(minimum: 110), spacing: 8, alignment: .leading)],
        alignment: .leading, spacing: 8
      ) {
        Toggle("Lock", isOn: isLocked(status))
        Toggle("Pause", isOn: isPaused(status))
        Menu("Timeline") {
          command("Commit", .commit)
          command("Rollback", .rollback)
          command("Reset", .reset)
          command("Sweep", .sweep)
        }
        if !status.isInPresent {
          command("Present", .present)
          command("Go on from here", .goOn).buttonStyle(.borderedProminent)
        }
      }
      Text(words(status)).font(.footnote).foregroundStyle(.secondary)
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }

  private func step(_ image: String, _ name: String, by count: Int, _ status: MachineStatus)
    -> some View
  {
    Button {
      // Since the last frame, actions may have been dropped.
      let index = store.status.index + count
      if 0...store.status.count ~= index { jump(to: index) }
    } label: {
      Image(systemName: image)
    }
    .accessibilityLabel(name)
    .disabled(!(0...status.count ~= status.index + count))
  }

  private func command(_ title: String, _ command: MonitorCommand) -> some View {
    Button(title) {
      perform(command)
      page.dispatch(.select(nil))
    }
  }

  private func jump(to index: Int) {
    perform(.jump(index))
    page.dispatch(.select(nil))
  }

  private func perform(_ command: MonitorCommand) { page.perform(command, in: store) }

  private func isLocked(_ status: MachineStatus) -> Binding<Bool> {
    Binding(get: { status.isLocked }, set: { perform(.lock($0)) })
  }

  private func isPaused(_ status: MachineStatus) -> Binding<Bool> {
    Binding(get: { status.isPaused }, set: { perform($0 ? .pause : .resume) })
  }

  private func words(_ status: MachineStatus) -> String {
    var words = store.note == "away" ? ["The program is not connected."] : []
    words.append(status.isInPresent ? "The present." : "The past. The store is not changed.")
    if status.isEdited { words.append("This timeline was edited or loaded.") }
    if status.isLocked { words.append("New actions are not recorded.") }
    if status.isPaused { words.append("The timeline is paused.") }
    if status.branches > 0 {
      words.append(
        status.branches == 1
          ? "One earlier timeline is stored."
          : "\(status.branches) earlier timelines are stored.")
    }
    return words.joined(separator: " ")
  }
}
