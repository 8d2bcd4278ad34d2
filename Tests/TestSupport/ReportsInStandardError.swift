// SPDX-License-Identifier: Apache-2.0

/// What the library has written to the standard error of a process.
///
/// Apple's systems write lines of their own there; on these systems, only lines that begin with the
/// name of the library are returned.
public func reports(inStandardError bytes: [UInt8]?) -> String {
  let text = String(decoding: bytes ?? [], as: UTF8.self)
  #if canImport(Darwin)
    return text.split(separator: "\n").filter { $0.hasPrefix("Millrace: ") }
      .map { $0 + "\n" }.joined()
  #else
    return text
  #endif
}
