// SPDX-License-Identifier: Apache-2.0

/// The lines that the library has written to the standard error of a process.
///
/// Apple's systems write lines of their own there.
public func reports(inStandardError bytes: [UInt8]?) -> String {
  String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    .filter { $0.hasPrefix("Millrace: ") }.map { $0 + "\n" }.joined()
}
