// SPDX-License-Identifier: Apache-2.0

// The signatures that the files of a journal and their tests use.

public typealias TimeInterval = Double

extension URL {
  public init(fileURLWithPath path: __shared String, relativeTo base: __shared URL?) {
    fatalError()
  }
  public var isFileURL: Bool { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }
}
extension FileManager {
  public func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
  public func createSymbolicLink(at url: URL, withDestinationURL destURL: URL) throws {}
  public func createSymbolicLink(atPath path: String, withDestinationPath destPath: String) throws {
  }
  public func linkItem(at srcURL: URL, to dstURL: URL) throws {}
  public func moveItem(at srcURL: URL, to dstURL: URL) throws {}
  public func copyItem(at srcURL: URL, to dstURL: URL) throws {}
  public func copyItem(atPath srcPath: String, toPath dstPath: String) throws {}
  public func removeItem(at url: URL) throws {}
  public func removeItem(atPath path: String) throws {}
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
    fatalError()
  }
  public func createDirectory(
    atPath path: String, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
}
extension FileAttributeKey {
  public static let size = FileAttributeKey(rawValue: "NSFileSize")
  public static let posixPermissions = FileAttributeKey(rawValue: "NSFilePosixPermissions")
}
extension CocoaError.Code {
  public static var fileNoSuchFile: CocoaError.Code { fatalError() }
  public static var fileReadCorruptFile: CocoaError.Code { fatalError() }
}
