// SPDX-License-Identifier: Apache-2.0

/// The script that finds the page's elements by number or by those of a fresh tree, and inserts,
/// moves and removes them; it is served as `/millrace-tree.js`.
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

      // With `keepsFocus` no new element gets the focus.
      function insert(parent, before, html, keepsFocus) {
        const [at, next] = place(parent, before);
        const nodes = enter(parse(html));
        const refused = keepsFocus ? [...nodes.querySelectorAll("[autofocus]")] : [];
        for (const element of refused) element.removeAttribute("autofocus");
        at.insertBefore(nodes, next);
        for (const element of refused) millraceElements.refuseFocus(element, true);
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

      // True if an old node can become a node of a fresh tree. In a new session the numbers of
      // elements do not match; then `counterparts` is a map between the old and the fresh nodes
      // that belong together. An element that is leaving the page becomes no other.
      function isAlike(one, other, counterparts) {
        if (one.nodeName !== other.nodeName || one.type !== other.type) return false;
        if (one.matches?.(".mv-leaving")) return false;
        if (!counterparts) return one.dataset?.n === other.dataset?.n;
        const { texts } = millraceFields;
        const isOwn = (from, to) => (counterparts.get(from) ?? to) === to;
        return one.matches?.(texts) ? counterparts.get(one) === other
          : !other.matches?.(texts) && isOwn(one, other) && isOwn(other, one);
      }

      return { find, isAlike, reset, parse, discard, insert, move, remove };
    })();
    """#
}
