// SPDX-License-Identifier: Apache-2.0

// The compiler reports the errors of the first file, in the order of paths, in which an import
// fails. The path of this file comes before those of the others.
#if !canImport(CustomDump) || !canImport(IssueReporting)
  #error(
    """
    MillraceTesting needs swift-custom-dump and IssueReporting. The package trait \"Testing\" \
    fetches them: .package(url: ..., traits: [.defaults]) in your manifest, or, in the \
    repository of Millrace, swift build --enable-all-traits
    """)
#endif
