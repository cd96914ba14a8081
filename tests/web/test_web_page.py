"""The page in a real browser, used as a person would use it; numbers are those of the papers."""

import re

from page_server import is_gone
from playwright.sync_api import expect

# Table 1 of [HM21] and its Example 7 for 4 x 3 and for the tournament position
F43 = "x^6 + 3x^5 + 6x^4y^2 + 8x^4y + x^4 + 22x^3y^2 + 4x^3y + 4x^2y^4 + 8x^2y^3 + 16xy^4 + 2y^4"


def visit(page, server, address):
    page.goto(f"{server.address}/{address}")


def cell(page, row, col):
    return page.locator(f'.board .cell[data-cell="{row},{col}"]')


def totals(page):
    """The table of totals: by kind, the numbers in its row."""
    region = page.get_by_role("region", name="Totals")
    expect(region.locator(".answer:not(.stale) tbody tr")).to_have_count(5)
    rows = region.locator("tbody tr").all_inner_texts()
    return {row.split("\t")[0]: re.sub(r"[\u202f,]", "", row).split()[1:] for row in rows}


def shows_total(page, number):
    expect(page.locator(".answer:not(.stale) [data-total]")).to_have_attribute("data-total", str(number))


# -- 1 and 2: Board, Count ---------------------------------------------------------------------------


def test_count_four_by_three(page, server):
    visit(page, server, "#/board?b=4x3&k=maximal")
    shows_total(page, 75)
    assert page.locator(".formula").get_attribute("aria-label") == F43
    assert page.locator(".formula math").count() == F43.count("+") + 1
    assert totals(page)["general"] == ["823", "426", "0.51761"]
    page.locator('.coefficient[data-at="3,2"]').hover()
    expect(page.locator(".told")).to_have_text("3 of Left, 2 of Right: 22")
    for form, wanted in (
        ("LaTeX", "x^{6} + 3x^{5}"),
        ("SymPy", "x**6 + 3*x**5"),
        ("CSV", "left,right,count\n0,4,2"),
    ):
        page.get_by_role("button", name=form, exact=True).click()
        assert page.evaluate("navigator.clipboard.readText()").startswith(wanted)


def test_draw_walls_and_dominoes_undo_and_reload(page, server):
    visit(page, server, "#/board?b=4x3&k=maximal")
    shows_total(page, 75)
    cell(page, 0, 0).click()  # a wall
    expect(cell(page, 0, 0)).to_have_attribute("aria-label", "row 1, column 1, wall")
    page.get_by_text("R", exact=True).click()
    cell(page, 1, 1).hover()
    expect(page.locator(".ghost")).to_have_count(2)
    cell(page, 1, 1).click()
    expect(cell(page, 1, 2)).to_have_attribute("aria-label", "row 2, column 3, R")
    page.get_by_text("As text").click()
    text = page.get_by_label("The board as text")
    expect(text).to_have_value("#..\n.RR\n...\n...")
    link = page.url
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value("#..\n...\n...\n...")
    page.get_by_role("button", name="Redo").click()
    expect(text).to_have_value("#..\n.RR\n...\n...")
    assert page.url == link
    counted = totals(page)
    page.goto("about:blank")
    page.goto(link)  # a link brings the whole question back
    page.get_by_text("As text").click()
    expect(text).to_have_value("#..\n.RR\n...\n...")
    assert totals(page) == counted


def test_example_7_by_preset_and_by_pasting(page, server):
    visit(page, server, "")
    page.get_by_label("Preset").select_option(label="tournament, Example 7")
    expect(page.locator(".facts").first).to_contain_text(
        "42 free cells; Left, Right: 6, 5 placed; Right to move"
    )
    expect(page.get_by_role("region", name="Totals")).to_contain_text("752 197 082".replace(" ", "\u202f"))
    assert totals(page)["general"][:2] == ["752197082", "271931548"]
    page.get_by_text("As text").click()
    page.get_by_label("The board as text").fill("....\n.#..\n...#")
    page.get_by_role("button", name="Read the text").click()
    page.get_by_label("Positions").select_option("right-end")
    shows_total(page, 39)


def test_other_games_wraps_and_refusals(page, server):
    visit(page, server, "#/board?b=4x4&k=maximal")
    page.get_by_label("wrap rows").check()
    page.get_by_label("wrap columns").check()
    shows_total(page, 2000)
    page.get_by_label("Game").select_option("node-kayles")
    page.get_by_label("wrap rows").uncheck()
    page.get_by_label("wrap columns").uncheck()
    page.get_by_label("Positions").select_option("general")
    shows_total(page, 1234)
    page.get_by_text("As text").click()
    page.get_by_label("The board as text").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".refused").first).to_contain_text("'<' in line 1, column 1 is not a board character")
    assert page.locator("main img").count() == 0


def test_the_keyboard_alone(page, server):
    visit(page, server, "#/board?b=4x3&k=maximal")
    shows_total(page, 75)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skips to the content
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset?.cell") == "0,0":
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 2, column 2, wall")
    expect(cell(page, 1, 1)).to_be_focused()
    shows_total(page, 35)
    page.keyboard.press("Control+z")
    shows_total(page, 75)


def test_cancel_a_long_count(page, server):
    visit(page, server, "#/board?b=12x12&k=maximal")
    page.get_by_role("button", name="Find the polynomial").click()
    region = page.get_by_role("region", name="Polynomial")
    expect(region.get_by_role("progressbar")).to_be_visible()
    busy = server.busy()
    region.get_by_role("button", name="Cancel").click()
    expect(region).to_contain_text("cancelled")
    assert is_gone(busy)
    page.get_by_label("Preset").select_option(label="4 × 3")  # and the page goes on
    shows_total(page, 75)


def test_no_view_is_wider_than_the_screen(page, server):
    for width in (360, 768, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        visit(page, server, f"#/board?b={width // 360}x8&k=maximal")
        expect(page.locator("[data-total]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
