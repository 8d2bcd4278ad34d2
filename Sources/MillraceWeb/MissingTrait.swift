// SPDX-License-Identifier: Apache-2.0

#if !canImport(NIOCore)
  #error(
    """
    MillraceWeb needs SwiftNIO. \
    The package trait \"Web\" fetches it: \
    .package(url: ..., traits: [.defaults, \"Web\"]) in your manifest, or, \
    in the repository of Millrace, swift build --enable-all-traits
    """)
#endif
