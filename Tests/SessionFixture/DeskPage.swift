// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import MillraceWeb
import Observation

#if Persistence
  import MillracePersistence

  extension SQLiteValues: SessionStorage {}
#endif

/// The stored state of one person, on all pages and after a restart.
@Observable @MainActor final class Desk {
  var clicks: Int

  init(clicks: Int) { self.clicks = clicks }
}

struct DeskPage: View {
  let desk: Desk

  var body: some View {
    Button("Click") { desk.clicks += 1 }
    Text("Clicks: \(desk.clicks)")
  }
}

extension Page {
  static let desk = Page(path: "/desk", title: "Desk") { request in
    DeskPage(
      desk: try await request.session.keep("desk", state: { $0.clicks }) { Desk(clicks: $0 ?? 0) })
  }
}

extension WebOptions {
  /// Stores the sessions in a folder, with a session key that is the same in each run.
  mutating func keepSessions(in folder: URL, kind: String, bound: Int) throws {
    sessionKey = SessionKey("a key that is no secret, for tests alone") ?? sessionKey
    switch kind {
    case "memory": sessionStorage = MemorySessionStorage(bound: bound)
    #if Persistence
      case "sqlite":
        sessionStorage = try SQLiteValues(
          at: folder.appendingPathComponent("sessions.sqlite"), bound: bound)
    #endif
    default: sessionStorage = try FolderSessionStorage(folder, bound: bound)
    }
  }
}
