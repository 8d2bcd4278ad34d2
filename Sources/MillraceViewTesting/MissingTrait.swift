// SPDX-License-Identifier: Apache-2.0

#if !canImport(IssueReporting)
  #error(
    """
    MillraceViewTesting needs IssueReporting. \
    The package trait \"Testing\" fetches it: \
    .package(url: ..., traits: [\"Testing\"]) in your manifest, or, \
    in the repository of Millrace, swift build --enable-all-traits
    """)
#endif
