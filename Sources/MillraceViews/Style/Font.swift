// SPDX-License-Identifier: Apache-2.0

/// A style of text.
public struct Font: Hashable, Sendable {
  let name: String

  /// For the title of a page.
  public static let largeTitle = Font(name: "large-title")
  /// For a first level of headings.
  public static let title = Font(name: "title")
  /// For a second level of headings.
  public static let title2 = Font(name: "title2")
  /// For a third level of headings.
  public static let title3 = Font(name: "title3")
  /// For a heading in the size of text.
  public static let headline = Font(name: "headline")
  /// For what stands below a headline.
  public static let subheadline = Font(name: "subheadline")
  /// For text.
  public static let body = Font(name: "body")
  /// For remarks.
  public static let callout = Font(name: "callout")
  /// For notes.
  public static let footnote = Font(name: "footnote")
  /// For captions.
  public static let caption = Font(name: "caption")
  /// For captions of less importance.
  public static let caption2 = Font(name: "caption2")
}
