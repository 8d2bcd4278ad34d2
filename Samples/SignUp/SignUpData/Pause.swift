// SPDX-License-Identifier: Apache-2.0

/// The pauses in typing that the form waits for; the two passwords share one message and so one
/// pause.
enum Pause: Hashable, Sendable {
  case username, password

  /// How long nobody must have typed.
  static let length = Duration.milliseconds(800)
}
