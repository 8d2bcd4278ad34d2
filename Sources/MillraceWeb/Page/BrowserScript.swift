// SPDX-License-Identifier: Apache-2.0

/// The script that reads the state of the browser, and opens addresses; it is served as
/// `/millrace-browser.js`.
///
/// The page's script sends the state to the server.
enum BrowserScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The state of the browser that views can read, and the addresses that they open.
    "use strict";
    const millraceBrowser = (() => {
      const queries = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)",
        "(max-width: 45rem)"].map((query) => matchMedia(query));
      let said = 0; // the state that the server has
      let send = null;

      // The bits of `BrowserState`.
      const state = () => queries.reduce(
        (sum, { matches }, bit) => sum + (matches ? 2 ** bit : 0), document.hidden ? 8 : 0);

      // Sends the state if it has changed and the page is connected; `send` returns true then.
      function check() {
        const now = state();
        if (now !== said && send?.(now)) said = now;
      }
      for (const query of queries) query.addEventListener("change", check);
      document.addEventListener("visibilitychange", check);

      // Returns the state for a hello; later changes are sent.
      function start(sendState) {
        send = sendState;
        said = state();
        return said;
      }

      // Opens an address in a new tab, or in this tab if the browser allows no new one, or if
      // another program opens the address.
      function open(address) {
        const isPage = !/^(mailto|tel):/i.test(address);
        try {
          const tab = isPage ? window.open(address, "_blank") : null;
          if (tab) tab.opener = null;
          else location.assign(address);
        } catch (error) { // the server's rules for addresses are not exactly those of browsers
          console.warn("Millrace: the browser does not open the address:", address, error);
        }
      }

      return { check, start, open };
    })();
    """#
}
