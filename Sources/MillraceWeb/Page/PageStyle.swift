// SPDX-License-Identifier: Apache-2.0

/// The look of every page, light and dark, served as `/millrace.css`.
enum PageStyle {
  static let text = """
    /* SPDX-License-Identifier: Apache-2.0 */
    :root {
      color-scheme: light dark;
      --ground: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d5dae1;
      --accent: #0a58ca; --accent-ink: #ffffff; --danger: #b42318; --soft: #eef1f5;
      --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 6%);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #101317; --card: #191d23; --ink: #e8ebef; --quiet: #a1aab5; --line: #333a44;
        --accent: #7db4ff; --accent-ink: #0b1420; --danger: #ff9a8f; --soft: #232932;
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
      background: var(--card); box-shadow: var(--shadow);
    }
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
    .mv-hstack { display: flex; flex-flow: row wrap; align-items: center; gap: 0.75rem; }
    .mv-zstack { display: grid; }
    .mv-zstack > * { grid-area: 1 / 1; }
    .mv-spacer { flex: 1; }
    .mv-root hr { width: 100%; margin: 0.25rem 0; border: 0; border-top: 1px solid var(--line); }

    button, input, select {
      min-height: 2.5rem; font: inherit; color: inherit; border-radius: 9px;
      border: 1px solid var(--line); background: var(--soft);
    }
    button { padding: 0.4rem 1.1rem; font-weight: 600; cursor: pointer; width: fit-content; }
    button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
    button:active:not(:disabled) { background: var(--accent); color: var(--accent-ink); }
    button[data-role="destructive"] { color: var(--danger); }
    :disabled { opacity: 0.55; cursor: not-allowed; }
    label { display: grid; gap: 0.25rem; font-weight: 600; max-width: 26rem; }
    label:has(input[type="checkbox"]) {
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
    main section > :is(h2, h3) { margin: 0.5rem 0 0; font-size: 1rem; color: var(--quiet); }
    main form { display: flex; flex-direction: column; gap: 1rem; }
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
