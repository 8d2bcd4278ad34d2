// SPDX-License-Identifier: Apache-2.0

// The compiler reports the errors of the first file, in the order of names, in which an import
// fails. The name of this file comes before those of all files with imports.
#if !canImport(Logging) || !canImport(Metrics) || !canImport(Tracing)
  #error(
    """
    MillraceInstrumentation needs swift-log, swift-metrics and swift-distributed-tracing. The \
    package trait \"Instrumentation\" fetches them: .package(url: ..., traits: [.defaults, \
    \"Instrumentation\"]) in your manifest, or, in the repository of Millrace, swift build \
    --enable-all-traits
    """)
#endif
