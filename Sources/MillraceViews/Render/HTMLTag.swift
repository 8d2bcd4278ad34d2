// SPDX-License-Identifier: Apache-2.0

/// The elements that this module creates, except those that an `HTMLView` names.
enum HTMLTag: String {
  case a, article, aside, button, details, dialog, div, form, h2, hr, img, input, label, li, main
  case meter
  case nav, option, p, path, progress, section, select, span, summary, svg, textarea, ul

  /// Whether the element has neither content nor end tag.
  var isVoid: Bool { self == .input || self == .hr || self == .img }
}

/// The attributes that elements store, except those that an `HTMLView` names.
///
/// The attributes `data-n`, `data-on` and `selected` are only written, not stored.
enum HTMLAttribute: String {
  case accept, alt, autocapitalize, autocomplete, autocorrect, autofocus, checked, `class`, d
  case disabled, draggable, enterkeyhint, height, hidden, href, id, inputmode
  case max, min, multiple, name, placeholder, rel, role, rows, spellcheck, src, step, style
  case tabindex
  case target, title, type, value, viewBox, width
  case ariaCurrent = "aria-current"
  case ariaDescribedby = "aria-describedby"
  case ariaDisabled = "aria-disabled"
  case ariaExpanded = "aria-expanded"
  case ariaHidden = "aria-hidden"
  case ariaLabel = "aria-label"
  case ariaLabelledby = "aria-labelledby"
  case ariaSelected = "aria-selected"
  case dataDrag = "data-drag"
  case dataGap = "data-gap"
  case dataIn = "data-in"
  case dataKeys = "data-keys"
  case dataPhases = "data-phases"
  case dataPress = "data-press"
  case dataScroll = "data-scroll"
  case dataSpace = "data-space"
  case dataTaps = "data-taps"
  case preserveAspectRatio
}
