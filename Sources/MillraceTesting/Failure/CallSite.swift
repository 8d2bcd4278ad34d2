// SPDX-License-Identifier: Apache-2.0

/// The line of a test that a failure belongs to.
struct CallSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}
