// SPDX-License-Identifier: Apache-2.0

extension [Promise] {
  /// The promised costs of Millrace.
  ///
  /// A text contains the measured case and, after a colon, the quantity. If the quantity is a ratio
  /// or a growth, the part after the colon is the cost by which the measured cost is divided.
  public static let millrace: [Promise] = [
    Promise("no observers: time of the same closure on a plain class", "S1a", .ratio, atMost: 2),
    Promise("no observers: allocations", "S1a", .allocations, atMost: 0),
    Promise("one element written: time of the same closure", "S1b", .ratio, atMost: 2),
    Promise("one element written: copies of a collection", "S1b", .allocations, atMost: 0),
    Promise("reducer that can throw: copies of the state", "S1t", .copies, atMost: 1),
    Promise("10,000 observers of other values: time with 1", "S2x", .growth, atMost: 1.5),
    Promise("10,000 rows watched, 1 changes: time with 1", "S2.n10000", .growth, atMost: 1.5),
    Promise("1 row watched: time of a look-up by hand", "S2.n1", .ratio, atMost: 3),
    Promise("10,000 rows watched, 1 changes: allocations", "S2.n10000", .allocations, atMost: 0),
    Promise("selector, nothing changed: time of a read by hand", "S3a", .ratio, atMost: 1.5),
    Promise("selector, other value changed: time of a read by hand", "S3b", .ratio, atMost: 2),
    Promise("selector called again: nanoseconds", "S3c", .time, atMost: 100.nextDown),
    Promise("selector called again: allocations", "S3c", .allocations, atMost: 0),
    Promise("selector, read from a projection: time from the store", "S3p", .ratio, atMost: 2),
    Promise("64 features: time of 1 feature", "S4a", .growth, atMost: 2),
    Promise("64 features, one element: time of 1 feature", "S4b", .growth, atMost: 2),
    Promise("64 features, one element: copies", "S4b", .allocations, atMost: 0),
    Promise("64 features with effects: time of 1 feature", "S4e", .growth, atMost: 2),
    Promise("64 features with effects: allocations", "S4e", .allocations, atMost: 0),
    Promise("synchronous effect: time of a loop by hand", "S5.sync", .ratio, atMost: 8),
    Promise("synchronous effect: allocations", "S5.sync", .allocations, atMost: 0),
    Promise("task of an effect: time of a task", "S5.async", .ratio, atMost: 1.3),
    Promise("the same, without waiting: time of a task", "S5.dispatch", .ratio, atMost: 1.5),
    Promise("the same, by a callback: time of a task", "S5.promise", .ratio, atMost: 1.6),
    Promise(
      "task of an effect on the main actor: time of a task there", "S5.main", .ratio, atMost: 3),
    Promise("enqueue from 16 threads: time of 1 thread", "E1", .growth, atMost: 4),
    Promise("recorded: time of a middleware without a recorder", "R1", .ratio, atMost: 2),
    Promise("recorded: allocations", "R1", .allocations, atMost: 0),
    Promise("search for a value in 100,000 actions: ns", "R2.value", .time, atMost: 100e6),
    Promise("search for the changes of a path, the same: ns", "R2.path", .time, atMost: 100e6),
    Promise("jump within 1,000 actions, 95th percentile: ns", "R3.near", .time, atMost: 16e6),
    Promise("jump within 100,000, 95th percentile: ns", "R3.far", .time, atMost: 50e6),
    Promise(
      "a trace of 1,000 actions on 20,000 rows, with changes: time of one encoding of the state",
      "R5", .ratio, atMost: 10),
    Promise("bisect 10,000 actions: ns", "R4", .time, atMost: 10e9),
    Promise("dispatch with a journal: nanoseconds of the main actor", "J1", .time, atMost: 2_000),
    Promise("one sync for 64 actions: nanoseconds per action", "J2", .time, atMost: 50_000),
    Promise("recover 100,000 actions: ns", "J3", .time, atMost: 2e9),
    Promise("recover a snapshot of 10 MB: ns", "J4", .time, atMost: 250e6),
    Promise("write and sync a snapshot of 10 MB: ns", "J4.write", .time, atMost: 250e6),
    Promise("monitored: nanoseconds of an action", "M1", .time, atMost: 10_000),
    Promise("an undo step: time of the action without a history", "U1.step", .growth, atMost: 3.2),
    Promise("an undo step: time of a handwritten array", "U1.step", .ratio, atMost: 2.6),
    Promise(
      "an undo step on a watched row: time of the action without a history", "U1.watched", .growth,
      atMost: 1.8),
    Promise("a step undone or redone: time of making it", "U1.undo", .growth, atMost: 2.5),
    Promise("linked: nanoseconds of the main actor", "M2.main", .time, atMost: 10_000),
    Promise("linked: nanoseconds of all threads", "M2.all", .time, atMost: 40_000),
    Promise("memory of a row's observer, bytes", "S6", .value, atMost: 200.nextDown),
    Promise("1,000 observers, dependency: time of a loop", "S7.dependency", .ratio, atMost: 7),
    Promise("1,000 observers, closure: time of a loop", "S7.closure", .ratio, atMost: 2.5),
    Promise("1,000 observers, three levels: time by hand", "S7.derived", .ratio, atMost: 4),
    Promise("1,000 observers, three levels: allocations", "S7.derived", .allocations, atMost: 0),
    Promise(
      "memory of an observer with three levels, bytes", "S7.bytes", .value,
      atMost: 1_536.nextDown),
    Promise("a test of ten steps, nanoseconds", "T1", .time, atMost: 1_000_000.nextDown),
  ]

  /// The promised costs of building an app with Millrace.
  ///
  /// On the machine for which the limits were chosen, an app without Millrace takes 4.5 s.
  public static let builds: [Promise] = [
    Promise("a counter, built from nothing in debug: seconds", "B1.debug", .time, atMost: 15),
    Promise("a counter, built from nothing in release: seconds", "B1.release", .time, atMost: 15),
    Promise("the program of a counter, stripped: kB", "B1.binary", .value, atMost: 500),
  ]
}
