// SPDX-License-Identifier: Apache-2.0

/// The elements that this module creates, except those that an `HTMLView` names.
enum HTMLTag: String {
  case a, article, aside, button, details, dialog, div, form, h2, hr, img, input, label, li, main
  case nav, option, p, path, progress, section, select, span, summary, svg, textarea, ul

  /// Whether the element has neither content nor end tag.
  var isVoid: Bool { self == .input || self == .hr || self == .img }
}

/// The attributes that elements store, except those that an `HTMLView` names.
///
/// The attributes `data-n`, `data-on` and `selected` are only written, not stored.
enum HTMLAttribute: String {
  case accept, alt, autofocus, checked, `class`, d, dir, disabled, draggable, height, hidden, href
  case id
  case max, min, multiple, placeholder, rel, role, src, step, style, tabindex
  case target, title, type, value, viewBox, width
  case ariaChecked = "aria-checked"
  case ariaCurrent = "aria-current"
  case ariaDescription = "aria-description"
  case ariaDescribedby = "aria-describedby"
  case ariaDisabled = "aria-disabled"
  case ariaExpanded = "aria-expanded"
  case ariaHidden = "aria-hidden"
  case ariaLabel = "aria-label"
  case ariaLabelledby = "aria-labelledby"
  case ariaLevel = "aria-level"
  case ariaSelected = "aria-selected"
  case ariaValuetext = "aria-valuetext"
  case dataAnchor = "data-anchor"
  case dataDrag = "data-drag"
  case dataGap = "data-gap"
  case dataIn = "data-in"
  case dataKeys = "data-keys"
  case dataPhases = "data-phases"
  case dataPress = "data-press"
  case dataSpace = "data-space"
  case dataTaps = "data-taps"
  case dataTestid = "data-testid"
  case preserveAspectRatio
}
