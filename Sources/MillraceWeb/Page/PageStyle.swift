// SPDX-License-Identifier: Apache-2.0

/// The style sheet of every page, light and dark, which is served as `/millrace.css`.
enum PageStyle {
  /// The whole style sheet: of pages, of the layout of views, of controls, and of their styles.
  static let text = page + LayoutStyle.text + ControlStyle.text + LookStyle.text

  private static let page = """
    /* SPDX-License-Identifier: Apache-2.0 */
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f6f7f9, #101317); --card: light-dark(#ffffff, #191d23);
      --ink: light-dark(#1b1f24, #e8ebef); --quiet: light-dark(#57606a, #a1aab5);
      --line: light-dark(#d5dae1, #333a44); --soft: light-dark(#eef1f5, #232932);
      --edge: light-dark(#868f9b, #737d8a); --danger: light-dark(#b42318, #ff9a8f);
      --accent: light-dark(#0a58ca, #7db4ff); --accent-ink: light-dark(#ffffff, #0b1420);
      --shade: light-dark(rgb(16 24 40 / 6%), transparent);
      --shadow: 0 1px 2px var(--shade), 0 8px 24px var(--shade);
    }
    /* A view can choose the colours, of the page while it is visible, or of itself. */
    :root:has(.mv-page-light:not([hidden] *)) { color-scheme: light; }
    :root:has(.mv-page-dark:not([hidden] *)) { color-scheme: dark; }
    .mv-light { color-scheme: light; color: var(--ink); }
    .mv-dark { color-scheme: dark; color: var(--ink); }
    :root {
      --mv-primary: var(--ink); --mv-secondary: var(--quiet); --mv-accent: var(--accent);
      --mv-tertiary: color-mix(in srgb, var(--quiet) 75%, transparent);
      --mv-quaternary: color-mix(in srgb, var(--quiet) 22%, transparent);
      --mv-background: var(--card); --mv-red: var(--danger); --mv-gray: var(--quiet);
      --mv-orange: light-dark(#9a4a00, #ffb469); --mv-yellow: light-dark(#7a5b00, #ffd866);
      --mv-green: light-dark(#17692e, #76d68e); --mv-mint: light-dark(#00696b, #7fe0d4);
      --mv-teal: light-dark(#0c6678, #79d3e6); --mv-cyan: light-dark(#0a6489, #82d6ff);
      --mv-blue: var(--accent); --mv-indigo: light-dark(#4444b8, #aeb0ff);
      --mv-purple: light-dark(#6b3fa0, #c7a6ff); --mv-pink: light-dark(#a8256d, #ff9ccb);
      --mv-brown: light-dark(#7a5236, #d8b496); --mv-black: #000000; --mv-white: #ffffff;
    }
    :root {
      --mv-separator: var(--line); --mv-material-filter: blur(20px) saturate(1.6);
      --mv-ultra-thin-material: color-mix(in srgb, var(--card) 45%, transparent);
      --mv-thin-material: color-mix(in srgb, var(--card) 60%, transparent);
      --mv-regular-material: color-mix(in srgb, var(--card) 75%, transparent);
      --mv-thick-material: color-mix(in srgb, var(--card) 85%, transparent);
      --mv-ultra-thick-material: color-mix(in srgb, var(--card) 93%, transparent);
      --mv-bar-material: color-mix(in srgb, var(--card) 80%, transparent);
    }
    @media (prefers-reduced-transparency: reduce) {
      :root {
        --mv-ultra-thin-material: var(--card); --mv-thin-material: var(--card);
        --mv-regular-material: var(--card); --mv-thick-material: var(--card);
        --mv-ultra-thick-material: var(--card); --mv-bar-material: var(--card);
        --mv-material-filter: none;
      }
    }
    * { box-sizing: border-box; }
    html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    body {
      margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 44rem;
      overflow-wrap: break-word;
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
    @media (max-width: 30rem) { main { padding: 1rem; } }
    .mp-note { color: var(--quiet); }
    :focus-visible {
      outline: var(--mv-focus-ring, 3px solid var(--accent)); outline-offset: 2px;
      border-radius: 8px;
    }

    .mp-list { list-style: none; margin: 0; padding: 0; }
    .mp-list li {
      display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; padding: 0.75rem 0;
      border-bottom: 1px solid var(--line);
    }
    .mp-list li > div { flex: 1 1 14rem; }
    .mp-list .mp-picture {
      flex: 0 0 17rem; height: 11rem; overflow: hidden; border: 1px solid var(--line);
      border-radius: 8px; pointer-events: none;
    }
    .mp-picture iframe {
      width: 300%; height: 300%; border: 0; scale: 0.3333; transform-origin: 0 0;
    }
    .mp-list li:first-child { padding-top: 0; }
    .mp-list li:last-child { padding-bottom: 0; border-bottom: 0; }
    .mp-list a { font-size: 1.1rem; font-weight: 600; }
    .mp-list p { margin: 0.15rem 0 0; color: var(--quiet); }

    #millrace-status:not(:empty) {
      position: fixed; inset: auto 0 1rem; width: max-content; max-width: 90vw;
      margin: 0 auto; padding: 0.5rem 1rem; border-radius: 999px;
      background: var(--ink); color: var(--ground); font-weight: 600;
    }
    @media (prefers-reduced-motion: no-preference) {
      button, input, select { transition: background 0.12s, border-color 0.12s, color 0.12s; }
    }

    """
}
