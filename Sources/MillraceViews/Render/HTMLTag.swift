// SPDX-License-Identifier: Apache-2.0

/// The elements that the runtime makes.
enum HTMLTag: String {
  case button, dialog, div, form, h2, hr, input, label, li, option, section, select, span, ul

  /// Whether the element has neither content nor end tag.
  var isVoid: Bool { self == .input || self == .hr }
}

/// The attributes that the runtime sets.
///
/// No name ever comes from data.
enum HTMLAttribute: String {
  case checked, `class`, disabled, placeholder, role, type, value
  case ariaLabel = "aria-label"
}
