// SPDX-License-Identifier: Apache-2.0

/// The elements that this module creates; an `HTMLView` can have others.
enum HTMLTag: String {
  case a, button, details, dialog, div, foreignObject, form, h2, hr, img, input, label, li, mask
  case meter, nav, option, path, progress, section, select, span, summary, svg, textarea, ul

  /// Whether the element has neither content nor end tag.
  var isVoid: Bool { self == .input || self == .hr || self == .img }
}

/// The attributes that elements store; an `HTMLView` can have others.
///
/// The attributes `data-n`, `data-on` and `selected` are only written, not stored.
enum HTMLAttribute: String {
  case accept, alt, autocapitalize, autocomplete, autocorrect, autofocus, checked, `class`, d, dir
  case disabled, draggable, enterkeyhint, height, hidden, href, id, inert, inputmode
  case maskUnits, max, min, multiple, name, placeholder, rel, role, rows, spellcheck, src, step
  case style, tabindex, target, title, type, value, viewBox, width, x, y
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
  case dataHold = "data-hold"
  case dataIn = "data-in"
  case dataKeys = "data-keys"
  case dataOver = "data-over"
  case dataPhases = "data-phases"
  case dataPress = "data-press"
  case dataScroll = "data-scroll"
  case dataSpace = "data-space"
  case dataTaps = "data-taps"
  case dataTestid = "data-testid"
  case preserveAspectRatio
}
