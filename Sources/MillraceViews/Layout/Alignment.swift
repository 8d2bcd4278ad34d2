// SPDX-License-Identifier: Apache-2.0

/// Where the views of a vertical stack stand from left to right.
public enum HorizontalAlignment: String, Sendable {
  /// At the start of the line.
  case leading
  /// In the middle.
  case center
  /// At the end of the line.
  case trailing
}

/// Where the views of a horizontal stack stand from top to bottom.
public enum VerticalAlignment: String, Sendable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
  /// With their first lines of text in one line.
  case firstTextBaseline
  /// With their last lines of text in one line.
  case lastTextBaseline
}

/// Where the views of a stack in depth stand.
public enum Alignment: String, Sendable {
  /// In the middle.
  case center
  /// At the start of the line, in the middle.
  case leading
  /// At the end of the line, in the middle.
  case trailing
  /// In the middle, at the top.
  case top
  /// In the middle, at the bottom.
  case bottom
  /// At the start of the line, at the top.
  case topLeading
  /// At the end of the line, at the top.
  case topTrailing
  /// At the start of the line, at the bottom.
  case bottomLeading
  /// At the end of the line, at the bottom.
  case bottomTrailing
}
