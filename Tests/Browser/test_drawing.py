# SPDX-License-Identifier: Apache-2.0
"""Gradients, effects, animations and gestures that only a browser draws or recognizes."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def drawing(fixture, page):
    page.set_viewport_size({"width": 1100, "height": 900})
    page.goto(fixture.url("/drawing"))
    expect(page.get_by_text("Presses:")).to_be_visible()
    return page


def style(locator, name):
    return locator.evaluate("(one, name) => getComputedStyle(one)[name]", name)


def test_a_text_has_the_colors_of_its_gradient(drawing):
    for name in ("Gradient", "Inside"):
        text = drawing.get_by_text(name, exact=True)
        assert style(text, "backgroundClip") == "text"
        assert "gradient" in style(text, "backgroundImage")
        assert style(text, "webkitTextFillColor") == "rgba(0, 0, 0, 0)"
    own = drawing.get_by_text("Own", exact=True)
    assert style(own, "backgroundImage") == "none"
    assert style(own, "webkitTextFillColor") == style(own, "color")


def test_a_line_with_a_gradient_is_masked(drawing):
    inside = drawing.locator("foreignObject div")
    assert inside.evaluate("(one) => one.namespaceURI").endswith("xhtml")
    assert "gradient" in style(inside, "backgroundImage")
    box = inside.bounding_box()
    # The line exceeds the circle of 40 points by half of its width.
    assert (round(box["width"]), round(box["height"])) == (46, 46)


def test_a_press_goes_through_a_view_without_hit_testing(drawing):
    drawing.get_by_role("button", name="Behind").click()
    expect(drawing.get_by_text("Presses: behind")).to_be_visible()


def test_a_long_press_is_no_press(drawing):
    box = drawing.get_by_text("Hold me").bounding_box()
    x, y = box["x"] + 5, box["y"] + 5
    drawing.mouse.move(x, y)
    drawing.mouse.down()
    expect(drawing.get_by_text("Presses: down long up")).to_be_visible()
    drawing.mouse.up()
    drawing.get_by_role("button", name="Behind").click()
    expect(drawing.get_by_text("Presses: down long up behind", exact=True)).to_be_visible()


def test_a_press_that_moves_or_ends_early_is_no_long_press(drawing):
    text = drawing.get_by_text("Hold me")
    hold = text.locator("xpath=ancestor-or-self::*[@data-hold][1]")
    hold.evaluate("(one) => { one.dataset.hold = one.dataset.hold.replace(/^\\S+/, '1000'); }")
    box = text.bounding_box()
    x, y = box["x"] + 5, box["y"] + 5
    drawing.mouse.move(x, y)
    drawing.mouse.down()
    drawing.mouse.move(x + 30, y)
    expect(drawing.get_by_text("Presses: down up", exact=True)).to_be_visible()
    drawing.mouse.up()


def test_the_press_that_opens_a_menu_on_a_mac_is_no_gesture(fixture, page):
    page.add_init_script("Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })")
    page.goto(fixture.url("/drawing"))
    text = page.get_by_text("Hold me")
    drag = text.locator("xpath=ancestor::*[position()=2]")
    drag.evaluate("(element) => { element.dataset.drag = '0'; }")
    page.evaluate("""() => {
      window.told = [];
      document.addEventListener("millrace", ({ target, detail: [kind] }) => {
        if (kind === "drag") told.push("hold" in target.dataset ? "hold" : "drag");
      });
    }""")
    text.hover()
    page.keyboard.down("Control")
    page.mouse.down()
    assert page.evaluate("told") == []
    page.mouse.up()
    page.keyboard.up("Control")
    page.mouse.down()
    assert sorted(page.evaluate("told")) == ["drag", "hold"]
    page.mouse.up()


def test_the_pointer_has_a_location(drawing):
    box = drawing.get_by_text("Hover").locator("xpath=ancestor::*[@data-over][1]").bounding_box()
    drawing.mouse.move(box["x"] + 20, box["y"] + 10)
    expect(drawing.get_by_text("Pointer: 20 10")).to_be_visible()
    drawing.mouse.move(box["x"] + 30, box["y"] + 15)
    expect(drawing.get_by_text("Pointer: 30 15")).to_be_visible()
    drawing.mouse.move(box["x"] + 500, box["y"] + 10)
    expect(drawing.get_by_text("Pointer: gone")).to_be_visible()


def test_movements_above_two_elements_replace_each_other(drawing):
    inner = drawing.get_by_text("Hover").locator("xpath=ancestor::*[@data-over][1]")
    inner.evaluate(
        """(inner) => {
          const outer = inner.parentElement.closest("[data-over]");
          for (let x = 1; x <= 50; x++) {
            for (const one of [inner, outer]) {
              const detail = ["drag",
                { phase: "changed", x, y: 0, fromX: x, fromY: 0, speedX: 0, speedY: 0 }];
              one.dispatchEvent(new CustomEvent("millrace", { bubbles: true, detail }));
            }
          }
        }""")
    # The first movement of the inner element is sent at once, and then the last one of each.
    expect(drawing.get_by_text("Pointer: 50 0, reports: 1", exact=True)).to_be_visible()


def test_an_animation_does_not_inherit_repetitions(drawing):
    once = drawing.get_by_text("Once", exact=True)
    drawing.get_by_role("button", name="Turn").click()
    drawing.wait_for_function(
        "(one) => one.getAnimations().length === 1", arg=once.element_handle())
    timing = once.evaluate(
        """(one) => {
          const { iterations, delay, duration } = one.getAnimations()[0].effect.getTiming();
          return [iterations, delay, duration];
        }""")
    assert timing == [1, 0, 30000]


def test_a_removal_has_its_own_lengths_and_animation(drawing):
    drawing.get_by_role("button", name="Turn").click()
    visitor = drawing.get_by_text("Visitor")
    expect(visitor).to_be_visible()
    offset = "(one) => getComputedStyle(one).getPropertyValue('--mv-from-offset').trim()"
    assert visitor.evaluate(offset) == "30px 0px"
    assert style(visitor, "animationDuration") == "0.35s"
    drawing.wait_for_function(
        "(one) => one.getAnimations().length === 0", arg=visitor.element_handle())
    drawing.evaluate(
        """() => {
          new MutationObserver(() => {
            const ghost = [...document.querySelectorAll(".mv-leaving")]
              .find((one) => one.textContent === "Visitor");
            if (!ghost) return;
            const style = getComputedStyle(ghost);
            const offset = style.getPropertyValue("--mv-from-offset").trim();
            globalThis.ghost = [style.animationDuration, offset];
          }).observe(document.body, { childList: true, subtree: true });
        }""")
    drawing.get_by_role("button", name="Turn").click()
    ghost = drawing.wait_for_function("() => globalThis.ghost")
    assert ghost.json_value() == ["0.9s", "-30px 0px"]


def test_an_animation_repeats(drawing):
    drawing.get_by_role("button", name="Turn").click()
    drawing.wait_for_function(
        """() => document.getAnimations().some((one) =>
          one.transitionProperty === "opacity" && one.effect.target.textContent === "Pulse" &&
          one.effect.getTiming().iterations === Infinity &&
          one.effect.getTiming().direction === "alternate")""")


def test_a_view_without_animations_changes_at_once(drawing):
    drawing.get_by_role("button", name="Turn").click()
    expect(drawing.get_by_text("Guest")).to_be_visible()
    assert style(drawing.get_by_text("Still"), "opacity") == "1"


def test_a_view_without_a_removal_goes_at_once(drawing):
    drawing.get_by_role("button", name="Turn").click()
    expect(drawing.get_by_text("Guest")).to_be_visible()
    assert style(drawing.get_by_text("Guest"), "animationName") == "mv-leading"
    drawing.get_by_role("button", name="Turn").click()
    expect(drawing.get_by_text("Guest")).to_have_count(0)
    assert drawing.locator(".mv-leaving", has_text="Guest").count() == 0


def test_a_placeholder_cannot_be_read_or_reached(drawing):
    text = drawing.get_by_text("Unreachable")
    assert text.evaluate("(one) => one.closest('button').closest('[inert]') !== null")
    assert style(drawing.get_by_text("Secret"), "color") == "rgba(0, 0, 0, 0)"
    text.evaluate("(one) => one.closest('button').focus()")
    assert drawing.evaluate("document.activeElement.localName") == "body"


def test_an_inset_stays_at_the_edge_of_the_window(drawing):
    drawing.get_by_text("Line 10", exact=True).scroll_into_view_if_needed()
    box = drawing.get_by_text("Always here").bounding_box()
    assert 800 < box["y"] + box["height"] < 900
    drawing.get_by_text("Line 79", exact=True).scroll_into_view_if_needed()
    box = drawing.get_by_text("Always here").bounding_box()
    assert box["y"] + box["height"] <= 900


PLACES = """({ name, style }) => {
  const main = document.querySelector(".mv-root");
  main.insertAdjacentHTML("beforeend", `<div style="${style}" class="${name}">
    <div class="mv-grid-row"><span style="font-size: 40px">a</span>
    <span style="font-size: 10px">b</span></div></div>`);
  const grid = main.lastElementChild;
  const row = grid.firstElementChild;
  if (name.includes("lazy")) row.replaceWith(...row.children);
  return [grid, ...grid.querySelectorAll("span")].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [top, bottom];
  });
}"""


def test_a_horizontal_lazy_grid_aligns_the_views_in_its_cells(fixture, page):
    page.goto(fixture.url("/clicks"))
    style = "grid-template-rows: 200px; height: 300px"
    for name, edge in (("top", 0), ("bottom", 1)):
        grid = {"name": f"mv-lazy-grid mv-down mv-align-{name}", "style": style}
        outer, large, small = page.evaluate(PLACES, grid)
        assert large[edge] == small[edge] == outer[edge]
    baseline = {"name": "mv-lazy-grid mv-down mv-align-firstTextBaseline", "style": style}
    _, large, small = page.evaluate(PLACES, baseline)
    assert large[0] < small[0] and small[1] < large[1]
    assert (large[1] - small[1]) < (small[0] - large[0])


def test_a_grid_aligns_its_cells_at_a_baseline(fixture, page):
    page.goto(fixture.url("/clicks"))
    grids = [{"name": f"mv-grid{name}", "style": "grid-template-columns: auto auto"}
             for name in ("", " mv-align-leading mv-align-firstTextBaseline")]
    lower = []
    for grid in grids:
        _, large, small = page.evaluate(PLACES, grid)
        lower.append((small[0] + small[1]) / 2 - (large[0] + large[1]) / 2)
    # The small text is in the middle by default.
    assert abs(lower[0]) < 1 < lower[1]
