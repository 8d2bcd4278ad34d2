// SPDX-License-Identifier: Apache-2.0

// If imports fail in several files, the compiler reports the errors of only the first file, in the
// order of paths. The path of this file comes before all others of the module.
#if !canImport(NIOCore)
  #error(
    """
    MillraceWeb needs SwiftNIO. The package trait \"Web\" \
    fetches it: .package(url: ..., traits: [.defaults, \"Web\"]) in your manifest, or, in the \
    repository of Millrace, swift build --enable-all-traits
    """)
#endif
