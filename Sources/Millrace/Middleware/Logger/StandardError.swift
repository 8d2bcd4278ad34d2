// SPDX-License-Identifier: Apache-2.0

/// The stream for messages: what is written there is not held back.
enum StandardError {
  /// Writes a line at once; what the system does not take is left out.
  ///
  /// - Parameters:
  ///   - line: The text, without its end of line.
  ///   - descriptor: The open file to write to.
  static func write(line: String, to descriptor: Int32 = 2) {
    var text = line + "\n"
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest.indices])
        guard let start = piece.baseAddress else { return }
        let count = systemWrite(descriptor, start, piece.count)
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// `write` of the system's C library, which the core imports nothing of; numbers and addresses are
/// passed alike by Swift and C.
@_silgen_name("write")
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
