// SPDX-License-Identifier: Apache-2.0

#if !canImport(Logging) || !canImport(Metrics) || !canImport(Tracing)
  #error(
    """
    MillraceInstrumentation needs swift-log, swift-metrics and tracing. \
    The package trait \"Instrumentation\" fetches it: \
    .package(url: ..., traits: [.defaults, \"Instrumentation\"]) in your manifest, or, \
    in the repository of Millrace, swift build --enable-all-traits
    """)
#endif
