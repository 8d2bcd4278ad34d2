// SPDX-License-Identifier: Apache-2.0

/// The script that synchronizes the browser's address with the page's state, which is served as
/// `/millrace-address.js`.
///
/// It does not depend on the protocol. When a person goes back or forward, it dispatches an event
/// `millrace` for the page's script.
enum AddressScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The part of the browser's address after the page's own path.
    "use strict";
    const millraceAddress = (() => {
      const main = document.getElementById("millrace");
      const { base = "", page } = document.body.dataset;
      // The page's own path as the browser writes it, without a slash at the end.
      const depth = (base + page).replace(/\/$/, "").split("/").length;
      const own = location.pathname.split("/").slice(0, depth).join("/").replace(/\/$/, "");
      // The time in milliseconds between two replacements, because browsers limit how often a page
      // changes its address.
      const pause = 400;
      let waiting = null; // the address that replaces the present one after the pause
      let timer = 0;

      function written() {
        const path = location.pathname;
        const rest = path.startsWith(own) ? path.slice(own.length) : "";
        return (rest[0] === "/" ? rest : "/") + location.search;
      }
      const here = () => waiting ?? written();
      let shown = here();

      function write(verb, address) {
        const url = own + address.replace(/^\/(?=\?|$)/, "");
        try {
          history[verb](null, "", url[0] === "/" ? url : "/" + url);
        } catch (error) {
          console.warn("Millrace: the browser refuses to change its address:", error);
        }
      }

      function writeWaiting() {
        if (waiting !== null) write("replaceState", waiting);
        waiting = null;
      }

      function show(address, replaces) {
        if (address === here()) return;
        shown = address;
        if (!replaces) {
          writeWaiting();
          write("pushState", address);
        } else if (timer) {
          waiting = address;
        } else {
          write("replaceState", address);
          wait();
        }
      }

      function wait() {
        timer = setTimeout(() => {
          timer = 0;
          if (waiting === null) return;
          writeWaiting();
          wait();
        }, pause);
      }

      addEventListener("pagehide", writeWaiting);
      addEventListener("popstate", () => {
        waiting = null; // it belongs to the previous history entry
        if (here() === shown) return; // only the fragment is different
        shown = here();
        millraceFields.tell(main.firstElementChild, "address", shown);
      });
      return { here, show };
    })();
    """#
}
