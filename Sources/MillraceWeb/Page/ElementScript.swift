// SPDX-License-Identifier: Apache-2.0

/// The script that opens dialogs, and disables buttons that have the focus; it is served as
/// `/millrace-elements.js`.
///
/// It runs before the page's script, which uses it.
enum ElementScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // Dialogs and disabled buttons of Millrace's page, with the focus where a person expects it.
    "use strict";
    const millraceElements = (() => {
      const main = document.getElementById("millrace");
      const { isField } = millraceFields;

      // A browser takes the focus away from a disabled button. Therefore a focused button is only
      // marked as disabled, and ignores clicks, until the focus leaves it.
      const isHeld = (element) => element.localName === "button" && element.ariaDisabled === "true";
      function disable(element, on) {
        const holds = on && element === document.activeElement && element.localName === "button";
        element.toggleAttribute("disabled", on && !holds);
        if (holds) element.ariaDisabled = "true";
        else element.removeAttribute("aria-disabled");
      }
      main.addEventListener("focusout", ({ target }) => {
        if (isHeld(target) && target !== document.activeElement) disable(target, true);
      });

      // Opens a dialog. If the server focuses no control in it, it is scrolled to its top, and an
      // alert has the focus itself, unless it begins with a field: typing must not press a button
      // by mistake.
      function open(dialog) {
        dialog.showModal();
        if (dialog.querySelector("[autofocus]")) return;
        const isAtField = isField(document.activeElement);
        if (dialog.matches(".mv-alert") && !isAtField) dialog.focus();
        const boxes = [dialog, ...dialog.querySelectorAll(".mv-scroll, .mv-list")];
        for (const box of boxes) box.scrollTop = 0;
      }

      function openDialogs() {
        main.querySelectorAll("dialog:not([open], .mv-leaving, .mv-leaving *)").forEach(open);
      }

      return { isHeld, disable, openDialogs };
    })();
    """#
}
