// SPDX-License-Identifier: Apache-2.0

/// The look of every page, light and dark, served as `/millrace.css`.
enum PageStyle {
  /// The classes of gaps and paddings, which come in steps of four up to 48.
  private static let lengths = stride(from: 0, through: 48, by: 4).map { step in
    let sides =
      [("top", "top"), ("leading", "inline-start"), ("bottom", "bottom")]
      + [("trailing", "inline-end")]
    return "    .mv-gap-\(step) { gap: \(step)px; } .mv-pad-\(step) { padding: \(step)px; }\n"
      + sides.map { "    .mv-pad-\($0.0)-\(step) { padding-\($0.1): \(step)px; }" }
      .joined(separator: "\n")
  }.joined(separator: "\n")

  static let text = """
    /* SPDX-License-Identifier: Apache-2.0 */
    :root {
      color-scheme: light dark;
      --ground: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d5dae1;
      --accent: #0a58ca; --accent-ink: #ffffff; --danger: #b42318; --soft: #eef1f5; --edge: #868f9b;
      --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 6%);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #101317; --card: #191d23; --ink: #e8ebef; --quiet: #a1aab5; --line: #333a44;
        --accent: #7db4ff; --accent-ink: #0b1420; --danger: #ff9a8f;
        --soft: #232932; --edge: #737d8a;
        --shadow: none;
      }
    }
    * { box-sizing: border-box; }
    html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    body {
      margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 44rem;
      background: var(--ground); color: var(--ink);
    }
    .mp-bar { padding: 1.25rem 0 1rem; }
    .mp-bar h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
    .mp-bar nav { min-height: 1.5rem; font-size: 0.9rem; }
    a { color: var(--accent); text-underline-offset: 0.2em; }
    main {
      padding: 1.5rem; border: 1px solid var(--line); border-radius: 14px;
      background: var(--card); box-shadow: var(--shadow); overflow-wrap: anywhere;
    }
    @media (max-width: 30rem) { main { padding: 1rem; } }
    .mp-note { color: var(--quiet); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 8px; }

    .mp-list { list-style: none; margin: 0; padding: 0; }
    .mp-list li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
    .mp-list li:first-child { padding-top: 0; }
    .mp-list li:last-child { padding-bottom: 0; border-bottom: 0; }
    .mp-list a { font-size: 1.1rem; font-weight: 600; }
    .mp-list p { margin: 0.15rem 0 0; color: var(--quiet); }

    #millrace-status:not(:empty) {
      position: fixed; inset: auto 0 1rem; width: max-content; max-width: 90vw;
      margin: 0 auto; padding: 0.5rem 1rem; border-radius: 999px;
      background: var(--ink); color: var(--ground); font-weight: 600;
    }

    .mv-root, .mv-vstack { display: flex; flex-direction: column; gap: 0.75rem; }
    .mv-vstack { align-items: center; text-align: center; }
    .mv-hstack { display: flex; flex-flow: row wrap; align-items: center; gap: 0.75rem; }
    .mv-zstack { display: grid; place-items: center; }
    .mv-zstack > * { grid-area: 1 / 1; }
    .mv-hstack > .mv-field:has(input) { flex: 1 1 10rem; max-width: none; }
    .mv-spacer { flex: 1; }
    .mv-vstack.mv-align-leading { align-items: start; text-align: start; }
    .mv-vstack.mv-align-trailing { align-items: end; text-align: end; }
    .mv-hstack.mv-align-top { align-items: start; }
    .mv-hstack.mv-align-bottom { align-items: end; }
    .mv-hstack:is(.mv-align-firstTextBaseline, .mv-align-lastTextBaseline) {
      align-items: baseline;
    }
    .mv-root hr { width: 100%; margin: 0.25rem 0; border: 0; border-top: 1px solid var(--line); }
    \(lengths)
    .mv-bold { font-weight: 700; }
    .mv-italic { font-style: italic; }
    .mv-font-large-title { font-size: 2.1rem; font-weight: 700; line-height: 1.2; }
    .mv-font-title { font-size: 1.75rem; font-weight: 600; line-height: 1.25; }
    .mv-font-title2 { font-size: 1.4rem; font-weight: 600; }
    .mv-font-title3 { font-size: 1.2rem; font-weight: 600; }
    .mv-font-headline { font-weight: 600; }
    .mv-font-subheadline, .mv-font-callout { font-size: 0.95rem; }
    .mv-font-footnote, .mv-footer { font-size: 0.85rem; }
    .mv-font-caption, .mv-font-caption2 { font-size: 0.8rem; }
    .mv-fg-secondary, .mv-fg-gray, .mv-footer { color: var(--quiet); }
    .mv-fg-accent, .mv-fg-blue { color: var(--accent); }
    .mv-fg-red { color: var(--danger); }
    .mv-fg-orange { color: light-dark(#9a4a00, #ffb469); }
    .mv-fg-yellow { color: light-dark(#7a5b00, #ffd866); }
    .mv-fg-green { color: light-dark(#17692e, #76d68e); }
    .mv-fg-purple { color: light-dark(#6b3fa0, #c7a6ff); }
    .mv-fg-pink { color: light-dark(#a8256d, #ff9ccb); }
    .mv-fg-black { color: #000000; }
    .mv-fg-white { color: #ffffff; }

    button, input, select {
      min-height: 2.5rem; font: inherit; color: inherit; border-radius: 9px;
      border: 1px solid var(--edge); background: var(--soft);
    }
    button {
      padding: 0.4rem 1.1rem; font-weight: 600; cursor: pointer; width: fit-content;
      overflow-wrap: normal;
    }
    button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
    button:active:not(:disabled) { background: var(--accent); color: var(--accent-ink); }
    .mv-destructive { color: var(--danger); }
    :disabled { opacity: 0.55; cursor: not-allowed; }
    label { display: grid; gap: 0.25rem; font-weight: 600; max-width: 26rem; }
    label.mv-toggle {
      display: flex; align-items: center; gap: 0.6rem; min-height: 2.5rem;
    }
    input[type="checkbox"] { width: 1.2rem; min-height: 1.2rem; accent-color: var(--accent); }
    input:not([type="checkbox"]), select {
      width: 100%; padding: 0.4rem 0.7rem; background: var(--card); font-weight: 400;
    }

    main ul { list-style: none; margin: 0; padding: 0; }
    main ul:not(.mp-list) > li { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
    main ul:not(.mp-list) > li:last-child { border-bottom: 0; }
    main section { display: flex; flex-direction: column; gap: 0.75rem; }
    main section > ul > li:first-child, .mv-root > ul > li:first-child { padding-top: 0; }
    main section > ul > li:last-child, .mv-root > ul > li:last-child { padding-bottom: 0; }
    .mv-header { margin: 0.5rem 0 0; font-size: 1rem; color: var(--quiet); }
    main form { display: flex; flex-direction: column; gap: 1rem; }
    .mv-sheet, .mv-alert { margin: auto; }
    .mv-title { margin: 0 0 0.5rem; font-size: 1.15rem; font-weight: 700; }
    .mv-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; }
    dialog {
      min-width: min(22rem, 90vw); padding: 1.5rem; border: 1px solid var(--line);
      border-radius: 14px; background: var(--card); color: var(--ink); box-shadow: var(--shadow);
    }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    @media (prefers-reduced-motion: no-preference) {
      button, input, select { transition: background 0.12s, border-color 0.12s, color 0.12s; }
    }

    """
}
