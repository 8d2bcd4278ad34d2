// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine) && !canImport(OpenCombine)
  #error(
    """
    MillraceCombine needs OpenCombine. \
    The package trait \"Combine\" fetches it: \
    .package(url: ..., traits: [.defaults, \"Combine\"]) in your manifest, or, \
    in the repository of Millrace, swift build --enable-all-traits
    """)
#endif
