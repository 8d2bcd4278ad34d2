// SPDX-License-Identifier: Apache-2.0

/// The style sheet of controls, lists, dialogs and navigation.
enum ControlStyle {
  static let text = """
    button, input, select, textarea, summary {
      min-height: var(--mv-control-height, 2.5rem); font: inherit; color: inherit;
      font-size: var(--mv-control-font, inherit); border-radius: 9px;
      border: 1px solid var(--edge); background: var(--soft);
    }
    button, summary {
      padding: var(--mv-control-pad, 0.4rem var(--mv-control-room, 1.1rem)); font-weight: 600;
      cursor: pointer;
      width: fit-content; overflow-wrap: normal; letter-spacing: inherit; text-transform: inherit;
    }
    button:hover:not(:disabled, [aria-disabled]), summary:hover {
      border-color: var(--accent); color: var(--accent);
    }
    button:active:not(:disabled, [aria-disabled]) {
      background: var(--accent); color: var(--accent-ink);
    }
    button.mv-destructive { color: var(--danger); }
    button.mv-destructive:hover:not(:disabled, [aria-disabled]) {
      border-color: var(--danger); color: var(--danger);
    }
    button.mv-destructive:active:not(:disabled, [aria-disabled]) {
      background: var(--danger); color: var(--accent-ink);
    }
    button.mv-prominent {
      background: var(--accent); color: var(--accent-ink); border-color: var(--accent);
    }
    button.mv-prominent.mv-destructive { background: var(--danger); border-color: var(--danger); }
    button.mv-prominent:hover:not(:disabled, [aria-disabled]) {
      color: var(--accent-ink); opacity: 0.9;
    }
    button:is(.mv-borderless, .mv-plain, .mv-custom, .mv-push, .mv-fold) {
      border-color: transparent; background: none;
    }
    button.mv-borderless { padding-inline: 0.4rem; }
    button.mv-borderless:not(.mv-destructive) { color: var(--accent); }
    button:is(.mv-plain, .mv-custom) {
      padding: 0; min-height: 1.5rem; text-align: inherit;
    }
    button:where(.mv-plain, .mv-custom) { font-weight: inherit; }
    button:is(.mv-plain, .mv-custom, .mv-push):active:not(:disabled, [aria-disabled]) {
      background: none; color: inherit; opacity: 0.7;
    }
    button.mv-gx { width: 100%; }
    button.mv-gy { display: grid; }
    button > :is(.mv-vstack, .mv-hstack, .mv-label, .mv-g) { text-align: inherit; }
    :disabled, [aria-disabled] { opacity: 0.55; cursor: not-allowed; }
    label { display: grid; gap: 0.25rem; font-weight: 600; max-width: 26rem; }
    label.mv-toggle {
      display: flex; align-items: center; gap: 0.6rem; min-height: 2.5rem;
    }
    /* The texts of a label after the first one are below it. */
    label.mv-toggle:has(> span ~ span):not(.mv-toggle-button) {
      display: grid; grid-template-columns: auto 1fr; row-gap: 0;
    }
    label.mv-switch:has(> span ~ span) { grid-template-columns: 1fr auto; }
    .mv-toggle:has(> span ~ span) > input { grid-area: 1 / 1 / span 2; }
    .mv-switch:has(> span ~ span) > input { grid-area: 1 / 2 / span 2; }
    .mv-toggle:not(.mv-switch) > span { grid-column: 2; }
    :is(.mv-toggle, .mv-labeled > .mv-caption) > span ~ span {
      display: block; color: var(--quiet); font-size: 0.85rem; font-weight: 400;
    }
    input:is([type="checkbox"], [type="radio"]) {
      width: 1.2rem; min-height: 1.2rem; accent-color: var(--accent);
    }
    input[type="range"] {
      width: 100%; min-width: 6rem; padding: 0; border: 0; background: none;
      accent-color: var(--accent);
    }
    input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea {
      width: 100%; padding: 0.4rem 0.7rem; background: var(--card); font-weight: 400;
    }
    textarea { min-height: 6rem; resize: vertical; }
    .mv-field > :is(input[type="text"], input[type="password"], textarea) {
      padding-inline: var(--mv-field-padding, 0.7rem);
      border-color: var(--mv-field-border, var(--edge));
      background: var(--mv-field-ground, var(--card));
    }
    textarea.mv-grow {
      field-sizing: content; height: auto; line-height: 1.5;
      min-height: max(2.5rem, calc(var(--mv-least-lines, 1) * 1lh + 0.8rem + 2px));
      max-height: calc(var(--mv-most-lines) * 1lh + 0.8rem + 2px);
    }
    @supports (field-sizing: content) { textarea.mv-grow { resize: none; } }
    .mv-plain-fields {
      --mv-field-padding: 0; --mv-field-border: transparent; --mv-field-ground: none;
    }
    .mv-bordered-fields {
      --mv-field-padding: initial; --mv-field-border: initial; --mv-field-ground: initial;
    }
    textarea.mv-editor {
      border-color: var(--mv-editor-border, var(--edge));
      background: var(--mv-editor-ground, var(--mv-editor, var(--card)));
    }
    .mv-plain-editors { --mv-editor-border: transparent; --mv-editor-ground: none; }
    .mv-bordered-editors { --mv-editor-border: initial; --mv-editor-ground: initial; }
    .mv-h > textarea { height: 100%; resize: none; }
    label.mv-slider { max-width: none; }
    .mv-slider-bar { display: flex; align-items: center; gap: 0.6rem; font-weight: 400; }
    .mv-caption { font-weight: 600; }
    .mv-stepper { display: flex; align-items: center; gap: 0.5rem; }
    .mv-stepper > .mv-caption { flex: 1 1 auto; }
    .mv-stepper > button { padding: 0 0.9rem; }
    label.mv-progress { max-width: none; font-weight: 400; min-width: 2rem; }
    progress { width: 100%; min-width: 6rem; accent-color: var(--accent); }
    progress.mv-wheel {
      appearance: none; width: 1.5rem; min-width: 0; height: 1.5rem; border-radius: 50%;
      border: 3px solid var(--line); border-top-color: var(--accent); background: none;
      justify-self: center;
    }
    progress.mv-wheel::-webkit-progress-bar { background: none; }
    progress.mv-wheel::-moz-progress-bar { background: none; }
    :is(button, summary, a, .mv-selectable, [data-taps], [data-drag]) .mv-progress {
      pointer-events: none; /* a click on its label would arrive twice at its ancestors */
    }
    .mv-progress :is(button, summary, a, input, select, textarea) { pointer-events: auto; }
    .mv-note { color: var(--quiet); font-size: 0.9rem; font-weight: 400; }
    .mv-label { display: inline-flex; align-items: center; gap: 0.45rem; vertical-align: middle; }
    .mv-icon { display: inline-flex; color: var(--accent); }
    :is(button, summary, [class*="mv-fg-"], [style^="color:"], [style*=";color:"]) .mv-icon {
      color: inherit;
    }
    .mv-unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .mv-symbol {
      width: var(--mv-symbol, 1.15em); height: var(--mv-symbol, 1.15em); flex: none;
      vertical-align: -0.2em; fill: none;
      stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
    }
    .mv-symbol .mv-filled { fill: currentColor; }
    .mv-symbol .mv-sign { fill-opacity: 0.25; }
    .mv-mirrored:dir(rtl) { scale: -1 1; }
    .mv-small-symbols { --mv-symbol: 0.9em; }
    .mv-medium-symbols { --mv-symbol: 1.15em; }
    .mv-large-symbols { --mv-symbol: 1.5em; }
    .mv-symbol.mv-resizable, .mv-image.mv-resizable { width: 100%; height: 100%; }
    .mv-image { max-width: 100%; }
    .mv-pixels { image-rendering: pixelated; }
    .mv-contain > .mv-image { object-fit: contain; }
    .mv-cover > .mv-image { object-fit: cover; }
    :where(.mv-link:not(.mv-part > *)) { font-weight: 600; }
    .mv-part > button.mv-link { display: inline; padding: 0; min-height: 0; font-weight: inherit; }

    main ul { list-style: none; margin: 0; padding: 0; }
    main ul:not(.mp-list) > li {
      padding: var(--mv-row-block, 0.6rem) var(--mv-row-inline, 0); overflow-wrap: anywhere;
      border-bottom: var(--mv-row-line, 1px solid var(--line));
      background: var(--mv-row-back, none); border-radius: var(--mv-row-round, 0);
    }
    main ul > li label { overflow-wrap: break-word; }
    main ul:not(.mp-list) > li:last-child { border-bottom: 0; }
    main ul > li.mv-gap { padding: 0; border: 0; }
    .mv-gap { flex: none; align-self: stretch; overflow-anchor: none; pointer-events: none; }
    .mv-gap[data-gap*=" 0 "] { display: none; }
    .mv-h > .mv-list {
      align-self: stretch; min-height: 0; overflow-y: var(--mv-scrolling, auto);
    }
    main section { display: flex; flex-direction: column; gap: 0.75rem; }
    main section > ul > li:first-child, .mv-root > ul > li:first-child {
      padding-top: var(--mv-row-block, 0);
    }
    main section > ul > li:last-child, .mv-root > ul > li:last-child {
      padding-bottom: var(--mv-row-block, 0);
    }
    .mv-list > li:has(> .mv-menu) { display: flex; align-items: center; gap: 0.5rem; }
    .mv-list > li:has(> .mv-menu) > :first-child { flex: 1 1 auto; min-width: 0; }
    .mv-list > li.mv-selectable { padding-inline: var(--mv-row-inline, 0.6rem); cursor: pointer; }
    .mv-list > li[aria-current] { background: color-mix(in srgb, var(--accent) 16%, transparent); }
    .mv-list > li[draggable] { cursor: grab; }
    .mv-list > li.mv-drop { box-shadow: 0 -2px 0 var(--accent); }
    .mv-list > li.mv-drop-below { box-shadow: 0 2px 0 var(--accent); }
    :is(.mv-header, .mv-footer) > span:not(.mv-label, :only-child) {
      display: block; width: fit-content;
    }
    .mv-header {
      margin: 0.5rem 0 0; font-size: var(--mv-header-size, 1rem);
      color: var(--mv-header-ink, var(--quiet));
    }
    main form { display: flex; flex-direction: column; gap: 1rem; }
    .mv-group-box {
      padding: 1rem; border-radius: 12px; background: var(--soft); display: grid; gap: 0.6rem;
    }
    .mv-group-box > .mv-vstack { align-items: start; }
    .mv-disclosure { display: grid; gap: 0.5rem; min-width: 0; }
    .mv-fold { padding-inline: 0; display: flex; align-items: center; gap: 0.5rem; }
    .mv-fold::before { content: "›"; font-size: 1.3em; line-height: 1; transition: rotate 0.15s; }
    .mv-fold[aria-expanded="true"]::before { rotate: 90deg; }
    .mv-fold[aria-expanded="true"]:dir(rtl)::before { rotate: -90deg; }
    .mv-disclosed { display: grid; gap: 0.75rem; padding-inline-start: 1.1rem; }
    .mv-unavailable {
      display: grid; justify-items: center; align-content: center; gap: 0.25rem; padding: 1.5rem;
      text-align: center;
    }
    .mv-unavailable > .mv-title > .mv-label { flex-direction: column; }
    .mv-unavailable > .mv-title .mv-icon { font-size: 2.5rem; color: var(--quiet); }

    .mv-menu { position: relative; width: fit-content; }
    .mv-menu > :is(summary, button) {
      list-style: none; display: flex; align-items: center; gap: 0.45rem;
    }
    .mv-menu > summary::-webkit-details-marker { display: none; }
    .mv-menu:not(.mv-actions-menu) > :is(summary, button)::after { content: "▾"; }
    .mv-actions-menu > :is(summary, button) {
      min-height: 2rem; padding: 0.25rem 0.5rem; border-color: transparent; background: none;
    }
    .mv-actions-menu > :is(summary, button) > .mv-symbol { stroke-width: 3.5; }
    /* The largest value of the modifier zIndex is 1000. */
    :is(.mv-menu-items, .mv-popover) { z-index: 1001; }
    :where([data-front]) { position: relative; }
    [data-front] { z-index: 1001 !important; }
    .mv-menu-items {
      position: absolute; inset-block: calc(100% + 0.25rem) auto; inset-inline: 0 auto;
      display: grid; min-width: 11rem; padding: 0.35rem; border: 1px solid var(--line);
      border-radius: 12px; background: var(--card); box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
    }
    .mv-actions-menu > .mv-menu-items { inset-inline: auto 0; }
    :is(\(menuParts)) > :is(button, .mv-menu),
    :is(\(menuParts)) > .mv-menu > summary {
      width: 100%; border-color: transparent; background: none; text-align: start;
    }
    :is(\(menuParts)) > button:is(:hover, :focus-visible) { background: var(--soft); }
    .mv-menu-items > .mv-section { gap: 0; }
    .mv-menu-items > .mv-section > .mv-header { margin: 0.35rem 1.1rem 0; font-size: 0.85rem; }
    .mv-menu-items > :not(hr) + .mv-section { border-top: 1px solid var(--line); }
    .mv-menu-items > .mv-section + :not(.mv-section, hr) { box-shadow: 0 -1px var(--line); }
    .mv-context > .mv-after { opacity: 0; }
    .mv-context:is(:hover, :focus-within) > .mv-after, .mv-after:has([open]) { opacity: 1; }
    @media (hover: none) { .mv-context > .mv-after { opacity: 1; } }

    .mv-toolbar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
    /* In a bar that wraps, a button that is longer than a whole line breaks its words. */
    .mv-bar:not(:has(> .mv-toolbar-middle)) > button { overflow-wrap: anywhere; }
    .mv-bar > .mv-toolbar-start { order: 0; grid-area: 1 / 1; }
    .mv-bar > .mv-toolbar-middle {
      order: 1; grid-area: 1 / 2; margin-inline: auto; font-weight: 600;
    }
    .mv-bar > \(atEnd) { order: 2; grid-area: 1 / 3; justify-self: end; }
    .mv-bar:not(:has(> .mv-toolbar-middle)) > \(atEnd):not(\(atEnd) ~ *) {
      margin-inline-start: auto;
    }
    .mv-bar > .mv-toolbar-bottom { order: 4; }
    .mv-bar:has(> .mv-toolbar-bottom)::after { content: ""; order: 3; flex-basis: 100%; }
    .mv-toolbar-bottom:has(> .mv-spacer) { flex: 1 1 auto; }
    /* The item in the middle is in the middle of the bar if no two items share a place. */
    .mv-bar:has(> .mv-toolbar-middle):not(:has(
      > .mv-toolbar-start ~ .mv-toolbar-start, > .mv-toolbar-middle ~ .mv-toolbar-middle,
      > \(atEnd) ~ \(atEnd), > .mv-toolbar-bottom)) {
      display: grid; grid-template-columns: 1fr auto 1fr;
    }
    .mv-level:has(.mv-no-navigation-bar:not([hidden] *)) > .mv-toolbar:not(.mv-refresh) {
      display: none;
    }
    .mv-tabs:has(> .mv-panel:not([hidden]) .mv-no-tab-bar:not([hidden] *)) >
      .mv-tab-list { display: none; }
    body:has(.mv-no-navigation-bar:not([hidden] *, dialog *)) .mp-bar h1 {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
    body:has(.mv-inline-title:not([hidden] *, dialog *)) .mp-bar h1 { font-size: 1.15rem; }
    .mv-no-ring { --mv-focus-ring: none; }
    .mv-nav { display: flex; flex-direction: column; gap: 0.75rem; min-width: 0; }
    .mv-level:focus, .mv-alert:focus { outline: none; }
    .mv-level { display: flex; flex-direction: column; gap: 0.75rem; min-width: 0; }
    .mv-level[hidden], .mv-panel[hidden] { display: none; }
    .mv-level > .mv-g:not(.mv-x, .mv-gx) { align-self: center; }
    button.mv-back { padding-inline: 0.4rem; }
    button.mv-push {
      display: flex; align-items: center; gap: 0.5rem; width: 100%; padding-inline: 0;
      text-align: start;
    }
    button.mv-push > :first-child { flex: 1 1 auto; }
    button.mv-push::after { content: "›"; font-size: 1.3em; line-height: 1; color: var(--quiet); }
    .mv-split { display: grid; gap: 1.5rem; grid-template-columns: minmax(12rem, 18rem) 1fr; }
    .mv-split:where(:has(> :nth-child(3)):not(:has(> [hidden]))) {
      grid-template-columns:
        minmax(10rem, 15rem) minmax(12rem, 18rem) minmax(min(14rem, 36%), 1fr);
    }
    .mv-split > * { min-width: 0; display: flex; flex-direction: column; gap: 0.75rem; }
    .mv-split > :not(:last-child) {
      padding-inline-end: 1.5rem; border-inline-end: 1px solid var(--line);
    }
    .mv-split > [hidden] { display: none; }
    .mv-split:where(:has(> [hidden] + :last-child)) { grid-template-columns: 1fr; }
    @media (max-width: 45rem) {
      .mv-split { grid-template-columns: minmax(0, 1fr); }
      .mv-split > :not(:last-child) {
        padding: 0 0 1rem; border: 0; border-bottom: 1px solid var(--line);
      }
    }
    .mv-tabs { display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
    .mv-tab-list { display: flex; flex-wrap: wrap; gap: 0.4rem; }
    .mv-tab-list > button[aria-selected="true"]:is(*, :hover:not(:disabled)) {
      background: var(--accent); color: var(--accent-ink); border-color: var(--accent);
    }
    .mv-pages > .mv-tab-list { order: 1; justify-content: center; gap: 0; }
    .mv-pages > .mv-tab-list > button {
      display: grid; place-items: center; padding: 0; width: 1.5rem; min-height: 1.5rem;
      border: 0; background: none !important; font-size: 0;
    }
    .mv-pages > .mv-tab-list > button::before {
      content: ""; width: 0.55rem; height: 0.55rem; border-radius: 50%; background: var(--edge);
    }
    .mv-pages > .mv-tab-list > button[aria-selected="true"]::before { background: var(--accent); }
    .mv-pages:not(.mv-all-dots) > .mv-tab-list:has(> :only-child) { display: none; }
    @media (forced-colors: active) {
      .mv-pages > .mv-tab-list > button::before { border: 1px solid; }
      .mv-pages > .mv-tab-list > button[aria-selected="true"]::before { border-width: 0.3rem; }
    }
    .mv-no-dots > .mv-tab-list:not(:hover, :focus-within) { opacity: 0; }
    .mv-panel { display: flex; flex-direction: column; gap: 0.75rem; min-width: 0; }
    .mv-anchor { position: relative; width: fit-content; }
    .mv-popover {
      position: absolute; inset-block: calc(100% + 0.4rem) auto; inset-inline: 0 auto;
      display: grid; gap: 0.75rem; min-width: 14rem; padding: 1rem; border: 1px solid var(--line);
      border-radius: 12px; background: var(--card); box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
    }
    label.mv-search { max-width: none; }
    .mv-sheet, .mv-alert { margin: auto; }
    .mv-sheet[open] { display: flex; flex-direction: column; gap: 0.75rem; }
    .mv-title { margin: 0 0 0.5rem; font-size: 1.15rem; font-weight: 700; }
    .mv-files { max-width: 100%; font: inherit; color: inherit; }
    .mv-files[aria-busy] { opacity: 0.6; cursor: progress; }
    .mv-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; }
    .mv-choices > .mv-actions { flex-direction: column; }
    .mv-choices > .mv-actions > button { width: 100%; }
    dialog {
      min-width: min(22rem, 90vw); padding: 1.5rem; border: 1px solid var(--line);
      border-radius: 14px; background: var(--card); color: var(--ink); box-shadow: var(--shadow);
    }
    @media (max-width: 30rem) {
      dialog { padding: 1rem; max-width: calc(100vw - 1rem); }
      dialog .mv-hstack { --mv-control-room: 0.7rem; }
    }
    [data-drag] { touch-action: none; user-select: none; -webkit-user-select: none; }
    [data-hold] {
      touch-action: manipulation; user-select: none; -webkit-user-select: none;
      -webkit-touch-callout: none;
    }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    @media (prefers-reduced-motion: no-preference) {
      .mv-wheel { animation: mv-turn 1s linear infinite; }
      /* An element does not inherit these properties from one around it. */
      .mv-animated { --mv-delay: initial; --mv-repeat: initial; }
      .mv-enter {
        --mv-enter-time: initial; --mv-enter-curve: initial; --mv-enter-delay: initial;
        --mv-from-scale: initial; --mv-from-offset: initial; --mv-from-anchor: initial;
        --mv-leave-time: initial; --mv-leave-curve: initial; --mv-leave-delay: initial;
        --mv-leave-scale: initial; --mv-leave-offset: initial; --mv-leave-anchor: initial;
      }
      .mv-animated, .mv-animated * {
        transition: opacity, visibility, translate, rotate, scale, transform, filter, width, height,
          min-width, max-width, grid-template-columns, color, background-color, fill, padding,
          margin, gap, border-radius;
        transition-duration: var(--mv-time, 0.35s);
        transition-timing-function: var(--mv-curve, ease-in-out);
        transition-delay: var(--mv-delay, 0s);
      }
      .mv-still, .mv-still * { transition: none; }
      main.mv-live .mv-enter {
        animation: var(--mv-enter-time, 0.35s) var(--mv-enter-curve, ease-in-out)
          var(--mv-enter-delay, 0s) backwards;
      }
      main.mv-live .mv-enter-opacity { animation-name: mv-opacity; }
      main.mv-live .mv-enter-scale { animation-name: mv-scale; }
      main.mv-live .mv-enter-offset { animation-name: mv-offset; }
      main.mv-live .mv-enter-blur { animation-name: mv-blur; }
      main.mv-live .mv-enter-leading { animation-name: mv-leading; }
      main.mv-live .mv-enter-trailing { animation-name: mv-trailing; }
      main.mv-live .mv-enter-top { animation-name: mv-top; }
      main.mv-live .mv-enter-bottom { animation-name: mv-bottom; }
      main.mv-live .mv-enter-list { animation-name: var(--mv-enter); }
      main.mv-live .mv-leaving {
        animation-direction: reverse; animation-fill-mode: both; pointer-events: none;
      }
      main.mv-live .mv-leaving.mv-enter-list {
        animation-name: var(--mv-leave);
        --mv-enter-time: var(--mv-leave-time) !important;
        --mv-enter-curve: var(--mv-leave-curve) !important;
        --mv-enter-delay: var(--mv-leave-delay) !important;
        --mv-from-scale: var(--mv-leave-scale) !important;
        --mv-from-offset: var(--mv-leave-offset) !important;
        --mv-from-anchor: var(--mv-leave-anchor) !important;
      }
      main.mv-live :is(.mv-still, .mv-still .mv-enter) { animation: none; }
    }
    @keyframes mv-turn { to { rotate: 360deg; } }
    @keyframes mv-opacity { from { opacity: 0; } }
    @keyframes mv-scale { from { scale: var(--mv-from-scale, 0); } }
    @keyframes mv-anchor { from, to { transform-origin: var(--mv-from-anchor); } }
    @keyframes mv-offset { from { translate: var(--mv-from-offset, 0 0); } }
    @keyframes mv-blur { from { filter: blur(12px); opacity: 0; } }
    @keyframes mv-leading { from { translate: -100% 0; opacity: 0; } }
    @keyframes mv-trailing { from { translate: 100% 0; opacity: 0; } }
    @keyframes mv-top { from { translate: 0 -100%; opacity: 0; } }
    @keyframes mv-bottom { from { translate: 0 100%; opacity: 0; } }

    """

  /// The elements with the items of a menu.
  private static let menuParts = """
    .mv-menu-items, .mv-menu-items > .mv-section, .mv-menu-items > .mv-g, \
    .mv-menu-items > .mv-section > .mv-g
    """

  /// The items of a toolbar that are at its end, as is the default.
  private static let atEnd = ":not(.mv-toolbar-start, .mv-toolbar-middle, .mv-toolbar-bottom)"
}
