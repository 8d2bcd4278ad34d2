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
    "alarm", "app.badge", "archivebox", "battery.100", "bed.double", "book", "briefcase",
    "building.2", "calendar", "camera", "car", "checkmark.seal", "checkmark.square", "clipboard",
    "creditcard", "doc", "doc.on.doc", "doc.text", "envelope", "externaldrive", "eye", "eye.slash",
    "gamecontroller", "gearshape", "gift", "house", "internaldrive", "iphone", "lock.shield", "map",
    "photo", "plus.square", "printer", "sidebar.leading", "sidebar.left", "sidebar.right",
    "square.and.arrow.down", "square.and.arrow.up", "stopwatch", "tag", "ticket", "timer", "trash",
    "tray",
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
    "person.circle": ring + "M12 7a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM6 18.5c1-3 11-3 12 0",
    "person.crop.circle": ring + "M12 7a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM6 18.5c1-3 11-3 12 0",
    "person.3": "M12 6a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM6 20c0-3 2-5 6-5s6 2 6 5zM5 8a2 2 0 1 0 0 4"
      + "M1 19c0-2 1-3.5 3-4M19 8a2 2 0 1 1 0 4M23 19c0-2-1-3.5-3-4",
    "hand.raised": "M7 12V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V5.5a1.5 1.5 0 0 1 3 0"
      + "V14l1.5-2a1.5 1.5 0 0 1 2.5 1.5l-3 5c-3 4-10 3-10-3z",
    "hand.thumbsup": "M4 11h4v9H4zM8 12l4-8c2 0 2.5 1.5 2 3l-.7 3H19c1.5 0 2 1 1.7 2.3l-1.5 6"
      + "c-.3 1-1 1.7-2 1.7H8",
    "hand.thumbsdown": "M4 4h4v9H4zM8 12l4 8c2 0 2.5-1.5 2-3l-.7-3H19c1.5 0 2-1 1.7-2.3l-1.5-6"
      + "C18.9 4.7 18.2 4 17.2 4H8",
    "app": "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z",
    "app.badge": "M13 5H7a2.5 2.5 0 0 0-2.5 2.5v9A2.5 2.5 0 0 0 7 19h9a2.5 2.5 0 0 0 2.5-2.5V11"
      + "M18 3a3 3 0 1 1 0 6a3 3 0 1 1 0-6z",
    "speaker": "M4 9h4l5-4v14l-5-4H4z",
    "speaker.slash": "M4 9h4l5-4v14l-5-4H4zM17 9l5 6M22 9l-5 6",
    "speaker.wave.1": "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6",
    "speaker.wave.2": "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
    "speaker.wave.3": "M2 9h3l5-4v14l-5-4H2zM13 9a4 4 0 0 1 0 6M16 6.5a8 8 0 0 1 0 11M19 4.5"
      + "a11 11 0 0 1 0 15",
    "backward": "M11 6l-9 6l9 6zM21 6l-9 6l9 6z",
    "forward": "M13 6l9 6l-9 6zM3 6l9 6l-9 6z",
    "backward.end": "M5 5v14M19 6l-11 6l11 6z",
    "forward.end": "M19 5v14M5 6l11 6l-11 6z",
    "play.circle": ring + "M10 8.5l6 3.5l-6 3.5z",
    "pause.circle": ring + "M10 9v6M14 9v6",
    "stop.circle": ring + "M9 9h6v6H9z",
    "arrow.up.circle": ring + "M12 16V8M8.5 11.5L12 8l3.5 3.5",
    "arrow.down.circle": ring + "M12 8v8M8.5 12.5L12 16l3.5-3.5",
    "arrow.right.circle": ring + "M8 12h8M12.5 8.5L16 12l-3.5 3.5",
    "arrow.left.circle": ring + "M16 12H8M11.5 8.5L8 12l3.5 3.5",
    "chevron.right.circle": ring + "M10.5 8.5L14 12l-3.5 3.5",
    "chevron.down.circle": ring + "M8.5 10.5L12 14l3.5-3.5",
    "exclamationmark.circle": ring + "M12 7v6M12 16.5v.5",
    "dollarsign.circle": ring + "M14.5 9c-1-1.5-5-1.5-5 .7c0 2.8 5 1.5 5 4.3c0 2.5-4 2.5-5 .8"
      + "M12 6.5v11",
    "line.3.horizontal.decrease.circle": ring + "M8 9.5h8M9.5 12.5h5M11 15.5h2",
    "arrow.up.right": "M6 18L18 6M8 6h10v10",
    "arrow.left.arrow.right": "M4 8h16M16 4l4 4l-4 4M20 16H4M8 12l-4 4l4 4",
    "arrow.triangle.2.circlepath": "M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2"
      + "M4 20v-5h5",
    "checkmark.seal": "M12 2.5l2.6 2l3.3-.3l.7 3.2l2.7 1.9l-1.3 3l.6 3.3l-3.2 1l-1.9 2.7"
      + "l-3.5-1.3l-3.5 1.3l-1.9-2.7l-3.2-1l.6-3.3l-1.3-3l2.7-1.9l.7-3.2l3.3.3zM8.5 12l2.5 2.5"
      + "l4.5-5",
    "internaldrive": "M3 8h18v9H3zM16 12.5h.01M6 12.5h5",
    "briefcase": "M3 8h18v11H3zM9 8V5h6v3M3 13h18",
    "flame": "M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-3 1.5-4 2-6c1.5.5 2 1.5 2.5 3C12 9 12.5 6 12 3"
      + "z",
    "bed.double": "M3 19v-6l2-2V6h14v5l2 2v6M3 16h18M8 11V9h3v2M13 11V9h3v2",
    "drop": "M12 3c3.5 4.5 6 7.5 6 11a6 6 0 0 1-12 0c0-3.5 2.5-6.5 6-11z",
    "shield": "M12 3l8 3v6c0 5-4 8-8 9.5C8 20 4 17 4 12V6z",
    "lock.shield": "M12 3l8 3v6c0 5-4 8-8 9.5C8 20 4 17 4 12V6zM9 11.5h6V16H9zM10 11.5V10"
      + "a2 2 0 0 1 4 0v1.5",
    "mountain.2": "M2 19l6-11l4 6l3-4l7 9z",
    "bag": "M5 8h14l1 12H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1",
    "gift": "M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7c-2-5-6-4-5-1M12 7c2-5 6-4 5-1",
    "gearshape": "M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7zM10.5 3h3l.5 2.5l2 1l2.3-1.2l2 2"
      + "l-1.2 2.3l1 2l2.4.4v3l-2.4.5l-1 2l1.2 2.3l-2 2l-2.3-1.2l-2 1l-.5 2.4h-3l-.5-2.4l-2-1"
      + "l-2.3 1.2l-2-2l1.2-2.3l-1-2L1.5 14.5v-3l2.4-.5l1-2l-1.2-2.3l2-2L8 5.9l2-1z",
    "leaf": "M20 4C9 4 4 8 4 14c0 3 2 5 5 5c7 0 11-6 11-15zM4 21c3-6 6-9 11-11",
    "book": "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1c3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
    "graduationcap": "M2 9l10-5l10 5l-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6",
    "music.note": "M9 18V5l10-2v12M6.5 15.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM16.5 12.5"
      + "a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5z",
    "mic": "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4"
      + "M8.5 21h7",
    "video": "M3 7h12v10H3zM15 11l6-3v8l-6-3z",
    "message": "M4 5h16v11h-8l-5 4v-4H4z",
    "bubble.left": "M4 5h16v11h-8l-5 4v-4H4z",
    "bubble.right": "M4 5h16v11h-3v4l-5-4H4z",
    "key": "M8 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM12 12h9v3M17 12v2.5",
    "paintbrush": "M20 4L10 13l2 2zM9.5 13.5c-3 0-3 3-3 4c0 1-1.5 1.5-3 1.5c3 2.5 8 1.5 8-3.5",
    "scissors": "M6 4a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM6 15a2.5 2.5 0 1 1 0 5"
      + "a2.5 2.5 0 1 1 0-5zM8 8l12 10M8 16L20 6",
    "location": "M3 11l18-8l-8 18l-2-8z",
    "airplane": "M12 2c1 0 1.5 1.5 1.5 3v4l8 5v2l-8-2.5v4.5l2.5 2v1.5L12 20.5l-4 1V20l2.5-2v-4.5"
      + "l-8 2.5v-2l8-5V5c0-1.5.5-3 1.5-3z",
    "car": "M5 11l2-5h10l2 5v6H5zM5 11h14M7 17v2M17 17v2M8 14h.01M16 14h.01",
    "snowflake": "M12 2v20M3.5 7l17 10M20.5 7l-17 10M9.5 3.5L12 6l2.5-2.5M9.5 20.5L12 18l2.5 2.5",
    "cloud.rain": "M7 14a4 4 0 0 1 0-8a5 5 0 0 1 10-1a4.5 4.5 0 0 1 0 9zM8 17l-1 3M12 17l-1 3"
      + "M16 17l-1 3",
    "cloud.sun": "M8 19a3.5 3.5 0 0 1 0-7a4.5 4.5 0 0 1 9-1a4 4 0 0 1 0 8zM6 9.5"
      + "A4 4 0 0 1 12.5 5.5M9 1v1.5M3 4l1 1M15 4l-1 1",
    "umbrella": "M3 13a9 9 0 0 1 18 0zM12 13v6a2 2 0 0 0 4 0M12 4V3",
    "sparkles": "M10 5l1.8 5.2L17 12l-5.2 1.8L10 19l-1.8-5.2L3 12l5.2-1.8zM18 3v4M16 5h4M19 17v4"
      + "M17 19h4",
    "lightbulb": "M9 17c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8zM9.5 20.5h5",
    "battery.100": "M2 8h17v8H2zM21.5 11v2M5 11h11v2H5z",
    "desktopcomputer": "M3 4h18v12H3zM12 16v4M8 20h8",
    "laptopcomputer": "M5 5h14v10H5zM2 18.5h20",
    "iphone": "M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4"
      + "A1.5 1.5 0 0 1 8 2.5zM11 19h2",
    "externaldrive": "M3 8h18v9H3zM16 12.5h.01M6 12.5h5",
    "icloud": "M7 18a4 4 0 0 1 0-8a5 5 0 0 1 10-1a4.5 4.5 0 0 1 0 9z",
    "number": "M9 4L7 20M17 4l-2 16M4 9h16M4 15h16",
    "textformat": "M3 18l5-12l5 12M5 14h6M15 18c-2-1-1-4 1-4h3v4zM19 18v-4c0-2-1-3-3-3h-1",
    "at": "M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM16 8v5c0 3.5 5 3 5-1a9 9 0 1 0-4 7.5",
    "paperclip": "M19 11l-8 8a4.5 4.5 0 0 1-6.5-6.5l9-9a3 3 0 0 1 4.5 4.5l-8.5 8.5"
      + "a1.5 1.5 0 0 1-2-2L15 7",
    "doc.on.doc": "M9 3h7l4 4v10H9zM9 7H4v14h11v-4",
    "clipboard": "M6 5h12v16H6zM9 3h6v4H9z",
    "list.number": "M4 4.5L5.5 4v4M4 11h2.5L4 14h2.5M4 17h2.5v4H4M10 6h11M10 12h11M10 18h11",
    "rectangle": "M3 6h18v12H3z",
    "square.grid.2x2": "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20"
      + "h-6.5z",
    "square.stack": "M4 10h16v10H4zM6 6.5h12M8 3h8",
    "plus.square": "M5 5h14v14H5zM12 8.5v7M8.5 12h7",
    "sidebar.right": "M3 5h18v14H3zM15 5v14",
    "sidebar.leading": "M3 5h18v14H3zM9 5v14",
    "percent": "M19 5L5 19M7 4.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM17 14.5a2.5 2.5 0 1 1 0 5"
      + "a2.5 2.5 0 1 1 0-5z",
    "chart.pie": "M11 4a8 8 0 1 0 9 9h-9zM14 3a7.5 7.5 0 0 1 7 7h-7z",
    "chart.line.uptrend.xyaxis": "M4 4v16h16M7 16l4-5l3 3l6-8M16 6h4v4",
    "crown": "M3 8l5 4l4-7l4 7l5-4l-2 11H5z",
    "trophy": "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 5 4.5 5M17 6h4c0 4-2 5-4.5 5M12 15v4M8 20h8",
    "gamecontroller": "M8 7h8c4 0 6 10 4 12c-2 1-3-2-5-4H9c-2 2-3 5-5 4c-2-2 0-12 4-12zM8 9.5v4"
      + "M6 11.5h4M16 10.5h.01M18 12.5h.01",
    "hammer": "M4 20l9-10l2 2l-9 9zM11 8l3-4l6 5l-2 3l-3-2l-2 2z",
    "wrench": "M20 6l-3 3l-2-2l3-3a5 5 0 0 0-6.5 6.5L4 18l2 2l7.5-7.5A5 5 0 0 0 20 6z",
    "fork.knife": "M6 3v6a2 2 0 0 0 4 0V3M8 3v18M16 12V3c3 1 4 5 3 9zM16 12v9",
    "cup.and.saucer": "M5 6h12v6a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5zM17 8h2a2.5 2.5 0 0 1 0 5h-2"
      + "M4 20h14",
    "building.2": "M4 21V4h9v17M13 10h7v11M2 21h20M7 8h3M7 12h3M7 16h3M16 14h1M16 17h1",
    "ticket": "M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10",
    "qrcode": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2",
    "hourglass": "M6 3h12M6 21h12M7 3v4l5 5l5-5V3M7 21v-4l5-5l5 5v4",
    "timer": "M12 6a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15zM12 9v4.5M10 2.5h4",
    "stopwatch": "M12 6a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15zM12 9v4.5M10 2.5h4",
    "alarm": "M12 5a8 8 0 1 1 0 16a8 8 0 1 1 0-16zM12 9v4.5l3 1.5M3 7l4-4M21 7l-4-4",
    "sunrise": "M7 17a5 5 0 0 1 10 0M2 17h3M19 17h3M5 10l1.5 1.5M19 10l-1.5 1.5M3 21h18M12 9V3"
      + "M9 6l3-3l3 3",
    "sunset": "M7 17a5 5 0 0 1 10 0M2 17h3M19 17h3M5 10l1.5 1.5M19 10l-1.5 1.5M3 21h18M12 3v6"
      + "M9 6l3 3l3-3",
    "archivebox": "M3 4h18v4H3zM5 8v12h14V8M9.5 12h5",
  ]
}
