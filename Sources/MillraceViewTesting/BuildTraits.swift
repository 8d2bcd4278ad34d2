// SPDX-License-Identifier: Apache-2.0

// The compiler reports the errors of the first file, in the order of names, in which an import
// fails. The name of this file comes before those of the others.
#if !canImport(IssueReporting)
  #error(
    """
    MillraceViewTesting needs IssueReporting. The package trait \"Testing\" \
    fetches it: .package(url: ..., traits: [.defaults]) in your manifest, or, in the \
    repository of Millrace, swift build --enable-all-traits
    """)
#endif
