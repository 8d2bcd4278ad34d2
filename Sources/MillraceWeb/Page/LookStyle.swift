// SPDX-License-Identifier: Apache-2.0

/// The style sheet of the styles of lists and controls that modifiers choose.
///
/// Most of these modifiers set properties of CSS, which the elements inside inherit: the innermost
/// modifier is used. `initial` returns to the value that a rule has without the property.
enum LookStyle {
  static let text = """
    .mv-list-plain, .mv-list-inset, .mv-list-grouped, .mv-list-inset-grouped, .mv-list-sidebar {
      --mv-row-block: initial; --mv-row-inline: initial; --mv-row-line: initial;
      --mv-row-back: initial; --mv-row-round: initial;
      --mv-group-round: initial; --mv-group-line: initial;
    }
    .mv-list-inset { --mv-row-inline: 0.9rem; }
    .mv-list-grouped, .mv-list-inset-grouped {
      --mv-row-block: 0.6rem; --mv-row-inline: 0.9rem; --mv-row-back: var(--soft);
      --mv-group-line: 0 none;
    }
    .mv-list-inset-grouped { --mv-group-round: 12px; }
    .mv-list-sidebar {
      --mv-row-block: 0.35rem; --mv-row-inline: 0.6rem; --mv-row-line: 0 none;
      --mv-row-round: 8px; --mv-group-line: 0 none;
    }
    main ul > li:first-child {
      border-start-start-radius: var(--mv-group-round, var(--mv-row-round, 0));
      border-start-end-radius: var(--mv-group-round, var(--mv-row-round, 0));
    }
    main ul > li:last-child {
      border-end-start-radius: var(--mv-group-round, var(--mv-row-round, 0));
      border-end-end-radius: var(--mv-group-round, var(--mv-row-round, 0));
    }
    /* A row around a section: no more specific than the rules for the first and the last row. */
    main ul:not(.mp-list) > li:has(
      > :where(.mv-section), > :where(.mv-g) > :where(.mv-section)) {
      padding: calc(var(--mv-section-gap, 1.2rem) / 2) 0; background: none; border-radius: 0;
      border-bottom: var(--mv-group-line, 1px solid var(--line));
    }
    main section > ul:empty { display: none; }
    .mv-list > li:has(> .mv-under) {
      position: relative; padding-block: var(--mv-row-block, 0.6rem);
    }
    .mv-list > li > .mv-under { border-radius: inherit; overflow: clip; }
    .mv-list > li:has(> .mv-menu) > .mv-under + * { flex: 1 1 auto; min-width: 0; }
    .mv-large-headers { --mv-header-size: 1.3rem; --mv-header-ink: var(--ink); }
    .mv-small-headers { --mv-header-size: initial; --mv-header-ink: initial; }
    /* The badge of a link is in front of its arrow. */
    .mv-with-menu:has(> .mv-push + .mv-after > .mv-badge) {
      display: grid; grid-template-columns: minmax(0, 1fr) auto auto;
    }
    .mv-with-menu:has(> .mv-push + .mv-after > .mv-badge) > .mv-push {
      grid-area: 1 / 1 / auto / -1; display: grid; grid-template-columns: subgrid;
    }
    .mv-with-menu > .mv-push::after { grid-column: 3; }
    .mv-push + .mv-after:has(> .mv-badge) { grid-area: 1 / 2; pointer-events: none; }
    .mv-badge { flex: none; color: var(--quiet); font-variant-numeric: tabular-nums; }
    .mv-tab-list .mv-badge {
      margin-inline-start: 0.4rem; padding: 0 0.45rem; border-radius: 999px;
      background: var(--danger); color: var(--ground); font-size: 0.85rem;
    }

    .mv-size-mini {
      --mv-control-height: 1.5rem; --mv-control-pad: 0 0.5rem; --mv-control-font: 0.75rem;
    }
    .mv-size-small {
      --mv-control-height: 2rem; --mv-control-pad: 0.2rem 0.8rem; --mv-control-font: 0.875rem;
    }
    .mv-size-regular {
      --mv-control-height: initial; --mv-control-pad: initial; --mv-control-font: initial;
    }
    .mv-size-large {
      --mv-control-height: 3rem; --mv-control-pad: 0.5rem 1.4rem; --mv-control-font: 1.1rem;
    }
    .mv-size-extra-large {
      --mv-control-height: 3.5rem; --mv-control-pad: 0.6rem 1.7rem; --mv-control-font: 1.25rem;
    }
    button { border-radius: var(--mv-button-radius, 9px); }
    button:focus-visible { border-radius: var(--mv-button-radius, 8px); }

    :is(.mv-no-labels, .mv-no-labels *):is(.mv-field, .mv-toggle:not(.mv-toggle-button))
      > :not(input, select, textarea, .mv-slider-bar),
    :is(.mv-no-labels, .mv-no-labels *):is(.mv-progress)
      > :not(progress, .mv-slider-bar, .mv-note),
    :is(.mv-no-labels, .mv-no-labels *):is(.mv-stepper, .mv-choice-group, .mv-labeled)
      > .mv-caption {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }

    .mv-choice-group {
      position: relative; display: grid; gap: 0.35rem; justify-items: start; max-width: 26rem;
    }
    label.mv-choice {
      display: flex; align-items: center; gap: 0.6rem; min-height: 2rem; font-weight: 400;
    }
    .mv-choice-group.mv-segments {
      display: flex; flex-wrap: wrap; gap: 2px; width: fit-content; max-width: 100%; padding: 2px;
      border: 1px solid var(--edge); border-radius: 9px; background: var(--soft);
    }
    .mv-segments > label.mv-choice {
      position: relative; flex: 1 1 auto; justify-content: center; padding: 0.2rem 0.9rem;
      min-height: calc(var(--mv-control-height, 2.5rem) - 6px); border-radius: 7px;
      font-size: var(--mv-control-font, inherit); font-weight: 600; cursor: pointer;
    }
    :is(.mv-segments > .mv-choice, .mv-toggle-button) > input:is(
      [type="radio"], [type="checkbox"]) {
      position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0;
      cursor: pointer;
    }
    :is(.mv-segments > .mv-choice, .mv-toggle-button):has(> :checked) {
      background: var(--accent); color: var(--accent-ink);
    }
    :is(.mv-segments > .mv-choice, .mv-toggle-button):has(> :focus-visible) {
      outline: var(--mv-focus-ring, 3px solid var(--accent)); outline-offset: 2px;
    }
    :is(.mv-choice, .mv-toggle-button):has(> :disabled) { opacity: 0.55; cursor: not-allowed; }
    :is(.mv-segments, .mv-toggle-button) .mv-icon { color: inherit; }
    label.mv-toggle-button {
      position: relative; width: fit-content; padding: var(--mv-control-pad, 0.4rem 1.1rem);
      min-height: var(--mv-control-height, 2.5rem); border: 1px solid var(--edge);
      border-radius: var(--mv-button-radius, 9px); background: var(--soft); cursor: pointer;
    }
    label.mv-switch { justify-content: space-between; }
    .mv-switch > input[type="checkbox"] {
      appearance: none; position: relative; flex: none; width: 2.6rem; height: 1.5rem;
      min-height: 1.5rem; margin: 0; border: 0; border-radius: 999px; background: var(--edge);
      cursor: pointer;
    }
    .mv-switch > input[type="checkbox"]::before {
      content: ""; position: absolute; inset-block: 2px; inset-inline-start: 2px;
      width: calc(1.5rem - 4px); border-radius: 50%; background: var(--card);
    }
    .mv-switch > input[type="checkbox"]:checked { background: var(--accent); }
    .mv-switch > input[type="checkbox"]:checked::before {
      inset-inline-start: calc(100% - 1.5rem + 2px);
    }
    @media (forced-colors: active) {
      .mv-switch > input[type="checkbox"] { appearance: auto; }
      :is(.mv-segments > .mv-choice, .mv-toggle-button):has(> :checked) {
        background: Highlight; color: HighlightText; forced-color-adjust: none;
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      .mv-switch > input[type="checkbox"]::before { transition: inset-inline-start 0.15s; }
    }

    .mv-labeled {
      display: flex; justify-content: space-between; align-items: center; gap: 1rem;
      min-width: 0;
    }
    .mv-labeled > .mv-value { min-width: 0; color: var(--quiet); text-align: end; }
    .mv-control-group { display: flex; width: fit-content; max-width: 100%; }
    .mv-control-group > button, .mv-control-group > .mv-menu > :is(summary, button) {
      border-radius: 0;
    }
    .mv-control-group > * + * { margin-inline-start: -1px; }
    .mv-control-group > button:first-child {
      border-start-start-radius: 9px; border-end-start-radius: 9px;
    }
    .mv-control-group > button:last-child,
    .mv-control-group > .mv-menu:last-child > :is(summary, button) {
      border-start-end-radius: 9px; border-end-end-radius: 9px;
    }
    meter { width: 100%; min-width: 6rem; height: 0.9rem; }
    meter::-webkit-meter-optimum-value { background: var(--accent); }
    progress.mv-ring {
      appearance: none; width: 2rem; min-width: 0; height: 2rem; border: 0; border-radius: 50%;
      justify-self: center;
      background: conic-gradient(var(--accent) calc(var(--mv-part) * 1turn), var(--line) 0);
      mask: radial-gradient(closest-side, transparent 70%, black 72%);
    }
    progress.mv-ring::-webkit-progress-bar { background: none; }
    progress.mv-ring::-webkit-progress-value { background: none; }
    progress.mv-ring::-moz-progress-bar { background: none; }

    .mv-form-plain { --mv-section-back: initial; --mv-section-pad: initial; }
    .mv-form-grouped { --mv-section-back: var(--soft); --mv-section-pad: 1rem; }
    .mv-form .mv-section {
      padding: var(--mv-section-pad, 0); border-radius: 12px;
      background: var(--mv-section-back, none);
    }
    @media (min-width: 45rem) {
      .mv-form-columns { --mv-labels: min(11rem, 34%); }
      :is(.mv-form-columns, .mv-form-columns *):is(
        label.mv-field, .mv-labeled, .mv-choice-group:not(.mv-segments)) {
        display: grid; grid-template-columns: var(--mv-labels) minmax(0, 1fr); gap: 0.75rem;
        align-items: center; max-width: 36rem;
      }
      .mv-form-columns :is(.mv-field, .mv-labeled, .mv-choice-group:not(.mv-segments)) > * {
        grid-column: 2;
      }
      .mv-form-columns :is(.mv-field, .mv-labeled, .mv-choice-group, .mv-stepper)
        > :first-child:not(input, select, textarea, .mv-slider-bar) {
        grid-column: 1; justify-self: end; text-align: end;
      }
      .mv-form-columns .mv-labeled > .mv-value { text-align: start; }
      .mv-form-columns .mv-choice-group > .mv-caption { grid-row: 1; }
      .mv-form-columns .mv-stepper > .mv-caption {
        flex: 0 0 var(--mv-labels); margin-inline-end: 0.25rem;
      }
      /* Without a label in front of it, a control begins at the second column. */
      .mv-form-columns :is(.mv-segments, .mv-toggle:not(.mv-switch)):not(.mv-hstack *) {
        margin-inline-start: calc(var(--mv-labels) + 0.75rem);
      }
      .mv-form-columns .mv-segments > .mv-unseen:not(.mv-no-labels *) {
        width: max-content; max-width: 11rem; height: auto; clip-path: none; white-space: normal;
        inset-inline-end: calc(100% + 0.75rem); align-self: center; font-weight: 600;
      }
    }
    .mv-search-bar { display: grid; gap: 0.5rem; }

    """
}
