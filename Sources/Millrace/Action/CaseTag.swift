// SPDX-License-Identifier: Apache-2.0

/// Reads the number of an enum value's case.
///
/// The language has no expression for this. Every enum type carries a function for it, though, in
/// the table of functions by which unspecialized code copies and destroys its values. The layout of
/// that table is part of Swift's stable ABI and the same on all platforms; this file is the only
/// place that knows it. Where it does not hold there is no tag: for types that are not enums, enums
/// that come from C, arm64e (which signs these pointers) and embedded Swift. Then reducers are
/// asked one after the other, with the same result.
///
/// Tags are numbers of cases, not their places in the source. They never leave the process.
@usableFromInline
struct CaseTag<Value>: @unchecked Sendable {
  // Unchecked: the pointers lead to constants of the type.
  @usableFromInline
  typealias Read = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  @usableFromInline let read: Read
  @usableFromInline let metadata: UnsafeRawPointer

  /// Creates a reader, if the type can have one.
  @usableFromInline
  init?() {
    #if _ptrauth(_arm64e) || hasFeature(Embedded)
      return nil
    #else
      let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
      let kind = metadata.load(as: UInt.self)
      guard kind == Self.enumKind || kind == Self.optionalKind else { return nil }
      let word = MemoryLayout<UnsafeRawPointer>.size
      let witnesses = (metadata - word).load(as: UnsafeRawPointer.self)
      // Eight functions, size and stride; then the flags, another number, and the functions that
      // only enums have, the first of which reads the tag.
      let flags = witnesses + 10 * word
      guard flags.load(as: UInt32.self) & Self.hasEnumWitnesses != 0 else { return nil }
      read = (flags + 8).load(as: Read.self)
      self.metadata = metadata
    #endif
  }

  /// The number of the value's case.
  ///
  /// Complexity: one call of a function that the compiler made for the type.
  @inlinable
  func callAsFunction(_ value: Value) -> UInt32 {
    withUnsafePointer(to: value) { read($0, metadata) }
  }

  private static var enumKind: UInt { 0x201 }
  private static var optionalKind: UInt { 0x202 }
  private static var hasEnumWitnesses: UInt32 { 0x0020_0000 }
}
