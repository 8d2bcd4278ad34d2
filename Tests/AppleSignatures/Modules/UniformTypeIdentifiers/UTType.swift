// SPDX-License-Identifier: Apache-2.0

public struct UTType: Hashable, Codable, Sendable {
  public init?(_ identifier: String) { fatalError() }
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) { fatalError() }
  public init?(mimeType: String, conformingTo supertype: UTType = .data) { fatalError() }
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    fatalError()
  }
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    fatalError()
  }
  public var identifier: String { fatalError() }
  public var preferredFilenameExtension: String? { fatalError() }
  public var preferredMIMEType: String? { fatalError() }
  public func conforms(to type: UTType) -> Bool { fatalError() }
}

extension UTType {
  public static var item: UTType { fatalError() }
  public static var content: UTType { fatalError() }
  public static var data: UTType { fatalError() }
  public static var text: UTType { fatalError() }
  public static var plainText: UTType { fatalError() }
  public static var commaSeparatedText: UTType { fatalError() }
  public static var json: UTType { fatalError() }
  public static var xml: UTType { fatalError() }
  public static var html: UTType { fatalError() }
  public static var image: UTType { fatalError() }
  public static var png: UTType { fatalError() }
  public static var jpeg: UTType { fatalError() }
  public static var gif: UTType { fatalError() }
  public static var svg: UTType { fatalError() }
  public static var audio: UTType { fatalError() }
  public static var movie: UTType { fatalError() }
  public static var pdf: UTType { fatalError() }
  public static var zip: UTType { fatalError() }
}
