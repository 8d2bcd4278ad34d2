// SPDX-License-Identifier: Apache-2.0

/// The script that finds the page's elements by number, and inserts, moves and removes them; it is
/// served as `/millrace-tree.js`.
///
/// It runs before the page's script, which uses it.
enum TreeScript {
  static let text = #"""
    // SPDX-License-Identifier: Apache-2.0
    // The elements of Millrace's page by number: a patch finds its element without a search.
    "use strict";
    const millraceTree = (() => {
      const main = document.getElementById("millrace");
      const elements = new Map();
      const number = (element) => Number(element.getAttribute("data-n"));
      const numbered = (root) => root.querySelectorAll?.("[data-n]") ?? [];

      function find(id) {
        const element = elements.get(id);
        if (!element) throw new Error(`no element ${id}`);
        return element;
      }
      // The real parent and the next sibling of a new child. A browser can have inserted an element
      // between the parent and its children, such as the body of a table.
      function place(parent, before) {
        const next = before === null ? null : find(before);
        return [next?.parentNode ?? find(parent), next];
      }

      function enter(root) {
        for (const element of numbered(root)) elements.set(number(element), element);
        return root;
      }

      // Builds the map of elements again: for the first page, and after a fresh tree.
      function reset() {
        elements.clear();
        enter(main);
      }

      function parse(html) {
        const template = document.createElement("template");
        template.innerHTML = html;
        return template.content;
      }

      function discard(node) {
        for (const element of [node, ...numbered(node)]) {
          if (!(element instanceof Element)) continue;
          if (element instanceof HTMLDialogElement && element.open) element.close();
          elements.delete(number(element));
        }
        node.remove();
      }

      // The siblings from one element to a later one, inclusive.
      function run(first, last) {
        const nodes = [find(first)];
        for (const end = find(last); nodes.at(-1) !== end;) nodes.push(nodes.at(-1).nextSibling);
        return nodes;
      }

      function insert(parent, before, html) {
        const [at, next] = place(parent, before);
        at.insertBefore(enter(parse(html)), next);
      }

      function move(first, parent, before, last = first) {
        const nodes = document.createDocumentFragment();
        const [at, next] = place(parent, before);
        for (const node of run(first, last)) nodes.append(node);
        at.insertBefore(nodes, next);
      }

      function remove(first, last = first) {
        run(first, last).forEach(discard);
      }

      return { find, reset, parse, discard, insert, move, remove };
    })();
    """#
}
