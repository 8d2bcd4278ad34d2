// SPDX-License-Identifier: Apache-2.0

/// The part of the style sheet that corresponds to SwiftUI's layout.
///
/// `mv-x` and `mv-y` mark a view that takes all the space in a direction. A container with such a
/// view inside is marked with `mv-gx` or `mv-gy`, and takes all the space too, unless it has a
/// fixed length (`mv-w`, `mv-h`).
///
/// No rule uses `:has()` for distant descendants of elements of which a page can have thousands. A
/// browser would evaluate the rule again for all of them whenever one changes.
enum LayoutStyle {
  static let text = """
    body:has(.mv-wide:not(dialog *)) { max-width: none; }
    main { width: fit-content; min-width: 100%; }
    .mv-root { white-space: pre-wrap; }
    /* A word that is longer than its column is broken. In a row, or in a container with a fixed
       width, a text would become narrower than its words. A row of a list has its own rule. */
    .mv-root, .mv-level, .mv-panel, dialog, .mv-scroll:not(.mv-scroll-x) {
      overflow-wrap: anywhere;
    }
    :is(\(rows)):not(li *) { overflow-wrap: break-word; }
    .mv-root .mv-split > * { overflow-wrap: anywhere; }
    .mv-root :is(span, input, textarea) { unicode-bidi: plaintext; }
    .mv-root .mv-part { unicode-bidi: normal; }
    .mv-root, .mv-vstack { display: flex; flex-direction: column; gap: 0.75rem; }
    .mv-root > .mv-g:not(.mv-x, .mv-gx) { align-self: center; }
    .mv-vstack { align-items: center; }
    .mv-hstack { display: flex; flex-flow: row nowrap; align-items: center; gap: 0.75rem; }
    .mv-vstack > .mv-hstack { justify-content: safe center; }
    /* A track, unlike a width, does not make the containers around the field wider. */
    :is(.mv-vstack, .mv-scroll, .mv-root, .mv-lines) > .mv-field:has(> :is(\(typed))) {
      grid-template-columns: minmax(0, 26rem); max-width: 100%;
    }
    .mv-hstack > .mv-field:has(input, .mv-grow) { max-width: none; min-width: 6rem; }
    .mv-hstack > .mv-field:has(> :is(\(typed))) { flex: 1 1 auto; }
    .mv-field > :is(\(typed)) { text-align: inherit; }
    .mv-spacer { flex: 1 1 0; }
    .mv-g, .mv-zstack { display: grid; place-items: center; position: relative; }
    .mv-zstack > *, .mv-g > * { grid-area: 1 / 1; }
    \(greedy)
    .mv-g.mv-lines { grid-template-columns: minmax(0, auto); min-width: 0; }
    .mv-frame.mv-w, .mv-frame.mv-h, .mv-fixed-x, .mv-fixed-y { flex: none; }
    .mv-frame.mv-w { grid-template-columns: minmax(0, 100%); }
    .mv-frame.mv-h { grid-template-rows: minmax(0, 100%); }
    .mv-loose { contain: inline-size; grid-template-columns: minmax(0, 1fr); }
    .mv-loose > span { max-width: 100%; }
    .mv-frame.mv-max { --mv-least: 0; width: fit-content; max-width: 100%; flex: 0 1 auto; }
    .mv-hstack > .mv-frame.mv-max { --mv-least: min-content; }
    .mv-h > .mv-contain[style*="aspect-ratio"] {
      justify-self: auto; height: 100%; max-width: 100%;
    }
    .mv-fixed-x { white-space: pre; }
    .mv-wide { width: 100%; }
    .mv-over, .mv-under { position: absolute; inset: 0; }
    /* A browser draws elements that have a position in front of all others. */
    .mv-zstack > *, .mv-under + * { position: relative; }
    .mv-over { pointer-events: none; }
    .mv-over > * { pointer-events: auto; }
    /* In front of another view, the space in a stack or frame takes no press. The space around the
       drawn path of a shape never does. */
    :where(:is(.mv-zstack, .mv-over) :is(.mv-vstack, .mv-hstack, .mv-zstack, .mv-g)) > * {
      pointer-events: auto;
    }
    :where(.mv-zstack, .mv-over) :is(
      .mv-vstack, .mv-hstack, .mv-zstack, .mv-spacer,
      .mv-g:not([data-on], [tabindex], [style*="background"])),
    .mv-shape:not([style*="background"]) { pointer-events: none; }
    .mv-shape path { pointer-events: auto; }
    .mv-place { pointer-events: none; }
    .mv-at { position: absolute; left: 0; top: 0; grid-area: auto; pointer-events: auto; }
    .mv-clip { overflow: clip; }
    .mv-clip-sides { clip-path: var(--mv-clip); }
    .mv-clip-sides:dir(rtl) { clip-path: var(--mv-clip-mirrored); }
    .mv-group { isolation: isolate; }
    .mv-no-presses, .mv-no-presses * { pointer-events: none !important; }
    .mv-redacted { user-select: none; }
    .mv-redacted :is(span, .mv-symbol, label, a, button, summary) {
      color: transparent !important; -webkit-text-fill-color: transparent;
    }
    .mv-redacted :is(span, .mv-symbol) { background: var(--line); border-radius: 0.3em; }
    .mv-redacted img { filter: brightness(0) opacity(0.15); }
    .mv-redacted :is(input, textarea, select) { color: transparent !important; }
    .mv-inset { align-items: stretch; min-width: 0; min-height: 0; }
    .mv-inset > :not(.mv-x, .mv-gx, .mv-inset-top, .mv-inset-bottom) { align-self: center; }
    .mv-inset-top, .mv-inset-bottom { position: sticky; z-index: 1; align-self: stretch; }
    .mv-inset-top { top: 0; }
    .mv-inset-bottom { bottom: 0; }
    .mv-border::after {
      content: ""; position: absolute; inset: 0; pointer-events: none;
      box-shadow: var(--mv-border);
    }
    .mv-with-menu { display: flex; align-items: center; gap: 0.5rem; }
    .mv-with-menu > :first-child { flex: 1 1 auto; min-width: 0; }
    .mv-after { flex: none; }
    .mv-vstack.mv-align-leading { align-items: start; }
    .mv-vstack.mv-align-trailing { align-items: end; }
    .mv-hstack.mv-align-top { align-items: start; }
    .mv-hstack.mv-align-bottom { align-items: end; }
    .mv-hstack.mv-align-firstTextBaseline { align-items: baseline; }
    .mv-hstack.mv-align-lastTextBaseline { align-items: last baseline; }
    :is(.mv-g, .mv-zstack, .mv-grid):is(
      .mv-align-leading, .mv-align-topLeading, .mv-align-bottomLeading) { justify-items: start; }
    :is(.mv-g, .mv-zstack, .mv-grid):is(
      .mv-align-trailing, .mv-align-topTrailing, .mv-align-bottomTrailing) { justify-items: end; }
    :is(.mv-g, .mv-zstack, .mv-grid):is(
      .mv-align-top, .mv-align-topLeading, .mv-align-topTrailing) { align-items: start; }
    :is(.mv-g, .mv-zstack, .mv-grid):is(
      .mv-align-bottom, .mv-align-bottomLeading, .mv-align-bottomTrailing) { align-items: end; }
    .mv-scroll {
      overflow: var(--mv-scrolling, auto); min-width: 0; min-height: 0; max-height: 100%;
      display: flex; flex-direction: column; gap: 0.75rem; align-items: center;
    }
    .mv-scroll-x { scrollbar-width: var(--mv-bars-x, auto); }
    :is(.mv-scroll-y, .mv-list, textarea) { scrollbar-width: var(--mv-bars-y, auto); }
    .mv-scroll > * { flex-shrink: 0; }
    .mv-scroll-x { flex-direction: row; width: 0; min-width: 100%; }
    .mv-hstack > .mv-scroll-x { min-width: 0; }
    .mv-scroll-x.mv-scroll-y { flex-direction: column; align-items: start; }
    .mv-scroll:not(.mv-scroll-x) { overflow-x: clip; }
    .mv-scroll:not(.mv-scroll-y) { overflow-y: clip; }
    .mv-no-bars { scrollbar-width: none; }
    .mv-grid {
      --n: 1; display: grid; gap: 0.75rem; place-items: center; justify-content: center;
      grid-template-columns: repeat(var(--n), auto);
    }
    \(columns)
    \(columnAlignments)
    .mv-grid.mv-align-firstTextBaseline { align-items: baseline; }
    .mv-grid.mv-align-lastTextBaseline { align-items: last baseline; }
    .mv-grid-row { display: contents; }
    .mv-grid-row > :first-child { grid-column-start: 1; }
    .mv-span { display: none; }
    /* Also if the element has a number of columns in its style. */
    .mv-grid > :not(.mv-grid-row) { grid-column: 1 / -1 !important; }
    .mv-cells-top > * { align-self: start; }
    .mv-cells-center > * { align-self: center; }
    .mv-cells-bottom > * { align-self: end; }
    .mv-cells-firstTextBaseline > * { align-self: baseline; }
    .mv-cells-lastTextBaseline > * { align-self: last baseline; }
    .mv-lazy-grid {
      display: grid; gap: 0.75rem; place-items: center; place-content: normal safe center;
    }
    .mv-lazy-grid.mv-align-leading { justify-items: start; justify-content: start; }
    .mv-lazy-grid.mv-align-trailing { justify-items: end; justify-content: end; }
    .mv-down { grid-auto-flow: column; place-content: safe center start; }
    .mv-down.mv-align-top { align-items: start; align-content: start; }
    .mv-down.mv-align-bottom { align-items: end; align-content: end; }
    .mv-down.mv-align-firstTextBaseline { align-items: baseline; }
    .mv-down.mv-align-lastTextBaseline { align-items: last baseline; }
    .mv-color, .mv-shape { min-width: 0.625rem; min-height: 0.625rem; }
    :is(.mv-w, .mv-w > .mv-g, .mv-over, .mv-under) > :is(.mv-color, .mv-shape) { min-width: 0; }
    :is(.mv-h, .mv-h > .mv-g, .mv-over, .mv-under) > :is(.mv-color, .mv-shape) { min-height: 0; }
    .mv-color { width: 100%; height: 100%; }
    .mv-shape { display: block; width: 100%; height: 100%; overflow: visible; }
    .mv-shape path { vector-effect: non-scaling-stroke; }
    .mv-masked { width: 100%; height: 100%; }
    \(texts)
    .mv-root hr { width: 100%; margin: 0.25rem 0; border: 0; border-top: 1px solid var(--line); }
    /* A wrapper around a dividing line is as long as the line would be without it. */
    :not(.mv-hstack) > .mv-g:not(.mv-w):has(\(line)) { place-self: stretch; }
    .mv-hstack > .mv-g:not(.mv-h):has(\(line)) { align-self: stretch; }
    :is(.mv-hstack, .mv-hstack > .mv-g, .mv-hstack > .mv-g > \(wrapper)) > hr {
      width: 0; height: auto; min-height: 1rem; align-self: stretch; margin: 0 0.25rem;
      border-top: 0; border-inline-start: 1px solid var(--line);
    }
    /* A font replaces the whole font around it. What a modifier changes in a font, such as its
       weight, is also a custom property: it changes the fonts inside too. */
    [class*="mv-font-"] {
      font-size: 1rem; font-weight: var(--mv-weight, 400); font-style: var(--mv-slant, normal);
      font-family: var(--mv-family, var(--mv-page-family, inherit)); line-height: 1.5;
      font-variant-numeric: var(--mv-digits, normal);
    }
    .mv-font-large-title {
      font-size: 2.1rem; font-weight: var(--mv-weight, 700); line-height: 1.2;
    }
    .mv-font-title { font-size: 1.75rem; font-weight: var(--mv-weight, 600); line-height: 1.25; }
    .mv-font-title2 { font-size: 1.4rem; font-weight: var(--mv-weight, 600); }
    .mv-font-title3 { font-size: 1.2rem; font-weight: var(--mv-weight, 600); }
    .mv-font-headline { font-weight: var(--mv-weight, 600); }
    .mv-font-subheadline, .mv-font-callout { font-size: 0.95rem; }
    .mv-font-footnote { font-size: 0.85rem; }
    .mv-footer { font-size: 0.85rem; color: var(--quiet); }
    .mv-font-caption, .mv-font-caption2 { font-size: 0.8rem; }
    .mv-bold { font-weight: 700; --mv-weight: 700; }
    .mv-italic { font-style: italic; --mv-slant: italic; }
    \(foregrounds)
    /* Each text inside has a gradient of its own, except in a view with another colour. */
    .mv-fg-paint { --mv-letters: transparent; }
    .mv-fg-paint :is([class*="mv-fg-"]:not(.mv-fg-paint), [style^="color:"], [style*=";color:"]) {
      --mv-letters: currentcolor; --mv-paint: none;
    }
    :is(span.mv-fg-paint, .mv-fg-paint span) {
      background: var(--mv-paint); background-clip: text;
      -webkit-text-fill-color: var(--mv-letters, currentcolor);
    }
    @media (forced-colors: active) {
      .mv-fg-paint { --mv-letters: currentcolor !important; --mv-paint: none !important; }
    }

    """

  /// The fields for text.
  private static let typed =
    #"input:is([type="text"], [type="password"], [type="search"]), textarea.mv-grow"#

  /// The rules with which a child takes all the space of its container, in both directions.
  ///
  /// A view inside a frame with a fixed length, or inside a layer, takes the space of that
  /// container; the containers around it are not marked with `mv-gx` or `mv-gy`.
  private static let greedy = """
    :is(.mv-vstack, .mv-scroll) > :is(.mv-x, .mv-gx):not(.mv-w) { align-self: stretch; }
    .mv-hstack > :is(.mv-x, .mv-gx):not(.mv-w) { flex: 1 1 0; }
    :is(\(cells)) > :is(.mv-x, .mv-gx):not(.mv-w) { justify-self: stretch; }
    .mv-hstack > :is(.mv-y, .mv-gy):not(.mv-h) { align-self: stretch; }
    .mv-vstack > :is(.mv-y, .mv-gy):not(.mv-h) { flex: 1 1 auto; }
    :is(\(cells)) > :is(.mv-y, .mv-gy):not(.mv-h) { align-self: stretch; }
    .mv-grid:has(> .mv-grid-row > :is(.mv-x, .mv-gx)) { justify-content: stretch; }
    """

  private static let cells = ".mv-g, .mv-zstack, .mv-lazy-grid, .mv-grid, .mv-grid-row"

  /// The rules of texts: their lines, their letters and their selection.
  ///
  /// The custom properties of modifiers reach the texts in a container. So a limit of lines applies
  /// to each text, and not to the container.
  private static let texts = """
    .mv-lines > span:not(\(notTexts)),
    .mv-lines :is(\(containers)) > span:not(\(notTexts)) {
      display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden;
      -webkit-line-clamp: var(--mv-most-lines);
      min-height: calc(var(--mv-least-lines, 1) * 1lh);
    }
    span[style*="--mv-line-spacing"], [style*="--mv-line-spacing"] :is(span, textarea) {
      line-height: calc(1.5em + var(--mv-line-spacing));
    }
    :is(form, section) > .mv-lines { justify-items: start; }
    .mv-underlined { text-decoration-line: underline; }
    .mv-struck { text-decoration-line: line-through; }
    .mv-underlined.mv-struck { text-decoration-line: underline line-through; }
    .mv-selection { -webkit-user-select: text; user-select: text; }
    .mv-no-selection { -webkit-user-select: none; user-select: none; }
    """

  private static let containers = """
    .mv-vstack, .mv-hstack, .mv-zstack, .mv-g, .mv-grid-row, .mv-lazy-grid, .mv-scroll, \
    .mv-label-title, .mv-link, section, form, button, li
    """

  /// The parts of labels and texts, which are in the elements of texts or around them.
  private static let notTexts = """
    .mv-label, .mv-icon, .mv-label-title, .mv-caption, .mv-slider-bar, .mv-unseen, .mv-part
    """

  private static let wrapper = ".mv-g:not(.mv-over, .mv-under)"
  /// A dividing line directly in an element, or in one wrapper in it.
  private static let line = "> hr, > \(wrapper) > hr"

  /// A grid has as many columns as its longest row has elements, twelve at most: a cell that spans
  /// several columns has one for each column.
  private static let columns = (2...12).map { count in
    ".mv-grid:has(> .mv-grid-row > :nth-child(\(count))) { --n: \(count); }"
  }.joined(separator: "\n")

  /// A cell with an alignment aligns all cells of its column.
  private static let columnAlignments = [
    ("leading", "start"), ("center", "center"), ("trailing", "end"),
  ].flatMap { name, place in
    (1...12).map { index in
      ".mv-grid:has(> .mv-grid-row > .mv-column-\(name):nth-child(\(index)))"
        + " > .mv-grid-row > :nth-child(\(index)) { justify-self: \(place); }"
    }
  }.joined(separator: "\n")

  /// The containers in which a text is beside others, or has a width that does not depend on it.
  private static let rows = """
    .mv-hstack, .mv-grid, .mv-lazy-grid, .mv-labeled, .mv-stepper, .mv-with-menu, .mv-toolbar, \
    .mv-control-group, .mv-choice-group, .mv-scroll-x, .mv-over, .mv-under, .mv-place, .mv-anchor, \
    .mv-menu, .mv-w, label, table, :is(div, p, nav, header, footer, article, aside, figure):not(\
    [class*="mv-"])
    """

  private static let foregrounds = [
    "primary", "secondary", "tertiary", "quaternary", "accent", "background", "red", "orange",
    "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown", "gray",
    "black", "white", "separator",
  ].map { ".mv-fg-\($0) { color: var(--mv-\($0)); }" }.joined(separator: "\n")
}
