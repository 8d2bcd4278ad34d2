// SPDX-License-Identifier: Apache-2.0

/// The system images, drawn for this project as paths in a square of 24 by 24.
///
/// The suffix `.fill` of a name selects the filled form of the image.
struct Symbol: Equatable {
  let path: String
  let isFilled: Bool
  /// True if the image points backward or forward: it is mirrored in text from right to left.
  var isMirrored = false

  /// Returns the image of a name, or an empty frame if the name is unknown.
  static func named(_ name: String) -> Symbol {
    let isFilled = name.hasSuffix(".fill")
    let base = isFilled ? String(name.dropLast(5)) : name
    guard let path = paths[base] else { return Symbol(path: unknown, isFilled: false) }
    let isMirrored = base.hasSuffix(".backward") || base.hasSuffix(".forward")
    let isInFrame = [ring, triangle].contains { path.hasPrefix($0) && path != $0 }
    return Symbol(
      path: path, isFilled: isFilled, isMirrored: isMirrored,
      hasSign: isInFrame || withInnerLines.contains(base))
  }

  /// True for an image with a sign or lines inside its outline, which an opaque filling would hide.
  var hasSign = false

  private static let unknown = "M5 5h14v14H5z"
  private static let ring = "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z"
  private static let triangle = "M12 4L2.5 20h19z"

  /// The names of the images with lines inside their outline, without those in a ring or triangle.
  static let withInnerLines: Set = [
    "calendar", "camera", "checkmark.square", "creditcard", "doc", "doc.text", "envelope", "eye",
    "eye.slash", "house", "map", "photo", "printer", "sidebar.left", "square.and.arrow.down",
    "square.and.arrow.up", "tag", "trash", "tray",
  ]

  /// The paths of the images, by name.
  static let paths: [String: String] = [
    "plus": "M12 5v14M5 12h14",
    "minus": "M5 12h14",
    "xmark": "M6 6l12 12M18 6L6 18",
    "checkmark": "M5 13l5 5L19 7",
    "circle": ring,
    "checkmark.circle": ring + "M8 12.5l3 3l5-6",
    "xmark.circle": ring + "M9 9l6 6M15 9l-6 6",
    "plus.circle": ring + "M12 8v8M8 12h8",
    "minus.circle": ring + "M8 12h8",
    "info.circle": ring + "M12 11v6M12 7v.5",
    "questionmark.circle": ring + "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.5",
    "exclamationmark.triangle": triangle + "M12 10v5M12 17v.5",
    "square": "M5 5h14v14H5z",
    "checkmark.square": "M5 5h14v14H5zM8 12l3 3l5-6",
    "chevron.left": "M15 5l-7 7l7 7",
    "chevron.right": "M9 5l7 7l-7 7",
    "chevron.backward": "M15 5l-7 7l7 7",
    "chevron.forward": "M9 5l7 7l-7 7",
    "chevron.up": "M5 15l7-7l7 7",
    "chevron.down": "M5 9l7 7l7-7",
    "arrow.left": "M20 12H4M10 6l-6 6l6 6",
    "arrow.right": "M4 12h16M14 6l6 6l-6 6",
    "arrow.backward": "M20 12H4M10 6l-6 6l6 6",
    "arrow.forward": "M4 12h16M14 6l6 6l-6 6",
    "arrow.up": "M12 20V4M6 10l6-6l6 6",
    "arrow.down": "M12 4v16M6 14l6 6l6-6",
    "arrow.up.arrow.down": "M8 20V4M4 8l4-4l4 4M16 4v16M12 16l4 4l4-4",
    "arrow.clockwise": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
    "arrow.counterclockwise": "M5 12a7 7 0 1 0 2-5L5 9M5 4v5h5",
    "arrow.uturn.backward": "M9 4L4 9l5 5M4 9h10a5 5 0 0 1 0 10h-4",
    "square.and.arrow.up": "M8 9H6v11h12V9h-2M12 15V3M8 7l4-4l4 4",
    "square.and.arrow.down": "M8 9H6v11h12V9h-2M12 3v12M8 11l4 4l4-4",
    "trash": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    "pencil": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    "square.and.pencil": "M12 5H5v14h14v-7M10 14l1-3l8-8l2 2l-8 8z",
    "magnifyingglass": "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM15.5 15.5L21 21",
    "star": "M12 3l2.7 5.8l6.3.7l-4.7 4.3l1.3 6.2l-5.6-3.2l-5.6 3.2l1.3-6.2l"
      + "-4.7-4.3l6.3-.7z",
    "heart": "M12 20C4 14 3 11 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 11 20 14"
      + " 12 20z",
    "house": "M3 12l9-8l9 8M6 10v10h12V10M10 20v-6h4v6",
    "gear": "M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7zM12 2v4M12 18v4M2 12h4M18 12h4"
      + "M5 5l2.8 2.8M16.2 16.2L19 19M19 5l-2.8 2.8M7.8 16.2L5 19",
    "person": "M12 4a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM4 21c0-4 3-6.5 8-6.5s8 2.5 8 6.5z",
    "person.2": "M9 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7zM2 20c0-3.5 2.5-5.5 7-5.5s7 2 "
      + "7 5.5zM16 5a3.5 3.5 0 0 1 0 7M18 15c2.5.5 4 2 4 5",
    "ellipsis": "M5 12h.01M12 12h.01M19 12h.01",
    "ellipsis.circle": ring + "M8 12h.01M12 12h.01M16 12h.01",
    "folder": "M3 6h6l2 2h10v11H3z",
    "doc": "M6 3h8l4 4v14H6zM14 3v4h4",
    "doc.text": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
    "calendar": "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
    "clock": ring + "M12 7v5l3.5 2",
    "bell": "M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 20.5a2 2 0 0 0 4 0",
    "map": "M3 6l6-2l6 2l6-2v14l-6 2l-6-2l-6 2zM9 4v14M15 6v14",
    "mappin": "M12 3a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM12 11v10",
    "globe": ring + "M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
    "list.bullet": "M4 6h.01M4 12h.01M4 18h.01M9 6h12M9 12h12M9 18h12",
    "line.3.horizontal": "M4 6h16M4 12h16M4 18h16",
    "line.3.horizontal.decrease": "M4 6h16M7 12h10M10 18h4",
    "slider.horizontal.3": "M4 6h16M4 12h16M4 18h16M8 4v4M16 10v4M10 16v4",
    "bookmark": "M6 3h12v18l-6-5l-6 5z",
    "tag": "M3 3h9l9 9l-9 9l-9-9zM8 8h.01",
    "flag": "M5 21V4h13l-3 4l3 4H5",
    "paperplane": "M3 11l18-8l-8 18l-2-8z",
    "envelope": "M3 6h18v12H3zM3 7l9 6l9-6",
    "phone": "M5 4h4l2 5l-3 2a11 11 0 0 0 5 5l2-3l5 2v4c-9 1-16-6-15-15z",
    "lock": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
    "lock.open": "M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.5-2",
    "eye": "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0zM12 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6z",
    "eye.slash": "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0zM4 4l16 16",
    "photo": "M3 5h18v14H3zM3 16l5-5l4 4l3-3l6 5M15 9h.01",
    "camera": "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z",
    "play": "M7 4l13 8l-13 8z",
    "pause": "M8 5v14M16 5v14",
    "stop": "M6 6h12v12H6z",
    "cart": "M3 4h3l2 11h10l2-8H7M9 19h.01M17 19h.01",
    "creditcard": "M3 6h18v12H3zM3 10h18M6 15h4",
    "chart.bar": "M4 20h16M7 20v-7M12 20V5M17 20v-10",
    "bolt": "M13 2L5 14h6l-1 8l8-12h-6z",
    "sun.max": "M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2"
      + "M19 5l-2 2M7 17l-2 2",
    "moon": "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
    "cloud": "M7 18a4 4 0 0 1 0-8a5 5 0 0 1 10-1a4.5 4.5 0 0 1 0 9z",
    "wifi": "M2 9c6-5 14-5 20 0M5 13c4-3.5 10-3.5 14 0M9 16.5c2-1.5 4-1.5 6 0M12 20h.01",
    "link":
      "M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-2 2M14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l2-2",
    "printer": "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
    "waveform": "M3 12h1M7 8v8M11 4v16M15 7v10M19 10v4",
    "sidebar.left": "M3 5h18v14H3zM9 5v14",
    "tray": "M3 13l3-8h12l3 8v6H3zM3 13h5l1 3h6l1-3h5",
  ]
}
