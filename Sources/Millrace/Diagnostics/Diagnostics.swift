// SPDX-License-Identifier: Apache-2.0

/// Where reports go by default.
@usableFromInline
enum Diagnostics {
  /// Prints a report in debug builds and keeps quiet in release builds.
  @usableFromInline
  static func report(_ report: some CustomStringConvertible) {
    #if DEBUG
      print(report.description)
    #endif
  }

  /// Prints a report in debug builds, the first time that it is about a place.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - place: The kind of the report and where its cause is, in the program's code.
  static func report(
    _ report: @autoclosure () -> some CustomStringConvertible,
    oncePer place: @autoclosure () -> String
  ) {
    #if DEBUG
      if isNew(place()) { self.report(report()) }
    #endif
  }

  #if DEBUG
    /// Its size is bounded by the number of call sites in the program.
    private static let places = Guarded<Set<String>>([])

    /// Whether a place is asked about for the first time.
    static func isNew(_ place: String) -> Bool {
      places.withLock { $0.insert(place).inserted }
    }
  #endif

  /// Prints a fault in every build: the program goes on with a value that is not the one asked for.
  static func fault(_ report: some CustomStringConvertible) {
    print(report.description)
  }
}
