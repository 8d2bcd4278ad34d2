// SPDX-License-Identifier: Apache-2.0

/// The script that keeps the browser's address and the page's state in step, served as
/// `/millrace-address.js`.
///
/// It knows nothing of the wire: that a person went back or forward goes to the page's script as an
/// event `millrace`.
enum AddressScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The part of the browser's address behind the page's own path.
    "use strict";
    const millraceAddress = (() => {
      const main = document.getElementById("millrace");
      const { base = "", page } = document.body.dataset;
      // The page's own path as the browser writes it, without a slash at the end.
      const depth = (base + page).replace(/\/$/, "").split("/").length;
      const own = location.pathname.split("/").slice(0, depth).join("/").replace(/\/$/, "");
      // Browsers refuse more than some hundred changes of the address in half a minute.
      const pause = 400;
      let waiting = null; // an address that takes the place of the present one after the pause
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
          console.warn("Millrace: the browser keeps its address:", error);
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
          timer = setTimeout(() => { timer = 0; writeWaiting(); }, pause);
        }
      }

      addEventListener("pagehide", writeWaiting);
      addEventListener("popstate", () => {
        waiting = null; // it was meant for the entry that was left
        if (here() === shown) return; // only the fragment is different
        shown = here();
        main.firstElementChild.dispatchEvent(
          new CustomEvent("millrace", { bubbles: true, detail: ["address", shown] }));
      });
      return { here, show };
    })();
    """#
}
