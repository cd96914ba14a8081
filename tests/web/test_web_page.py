"""The page in a real browser, used as a person would use it; numbers are those of the papers."""

import re

from page_server import eventually, require_browser
from playwright.sync_api import expect

from enumerate import Board, Position, count, list_positions
from enumerate.games import Falling

require_browser()

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
    return {row.split("\t")[0].split()[0]: re.sub(r"[\u202f,?]", "", row).split()[1:] for row in rows}


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
    expect(page.locator(".summary")).to_have_text("3 of Left, 2 of Right: 22")
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
    page.get_by_text("Wall", exact=True).click()
    cell(page, 0, 0).click()
    expect(cell(page, 0, 0)).to_have_attribute("aria-label", "row 1, column 1, wall")
    page.get_by_text("Right (horizontal)", exact=True).click()
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
        "42 free cells. Left has 6 pieces, Right has 5 pieces. Right moves next."
    )
    expect(page.get_by_role("region", name="Totals")).to_contain_text("752 197 082".replace(" ", "\u202f"))
    assert totals(page)["general"][:2] == ["752197082", "271931548"]
    page.get_by_text("As text").click()
    page.get_by_label("The board as text").fill("....\n.#..\n...#")
    page.get_by_role("button", name="Read the text").click()
    page.get_by_role("combobox", name="Positions").select_option("right-end")
    shows_total(page, 39)


def test_other_games_wraps_and_refusals(page, server):
    visit(page, server, "#/board?b=4x4&k=maximal")
    page.get_by_label("wrap rows").check()
    page.get_by_label("wrap columns").check()
    shows_total(page, 2000)
    page.get_by_label("Game").select_option("node-kayles")
    page.get_by_label("wrap rows").uncheck()
    page.get_by_label("wrap columns").uncheck()
    page.get_by_role("combobox", name="Positions").select_option("general")
    shows_total(page, 1234)
    page.get_by_text("Piece N", exact=True).click()
    cell(page, 1, 1).click()
    free = Position.of(Board.rectangle(4, 4), [("N", (1, 1))], "node-kayles").free
    shows_total(page, count(free, game="node-kayles"))
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
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 2, column 2, L")
    expect(cell(page, 1, 1)).to_be_focused()
    shows_total(page, count(Position.parse("...\n.L.\n.L.\n...").free, "maximal"))
    page.keyboard.press("Control+z")
    shows_total(page, 75)


def test_cancel_a_long_count(page, server):
    visit(page, server, "#/board?b=12x12&k=maximal")
    page.get_by_role("button", name="Find the polynomial").click()
    region = page.get_by_role("region", name="Polynomial")
    expect(region.get_by_role("progressbar")).to_be_visible()
    assert eventually(server.is_busy)
    region.get_by_role("button", name="Cancel").click()
    expect(region).to_contain_text("cancelled")
    assert server.is_idle()
    region.get_by_role("button", name="Ask again").click()
    expect(region.get_by_role("progressbar")).to_be_visible()
    assert eventually(server.is_busy)
    page.reload()  # to close the page is to cancel, too
    assert server.is_idle()
    page.get_by_label("Preset").select_option(label="4 × 3")  # and the page goes on
    shows_total(page, 75)


def test_a_first_click_places_a_domino(page, server):
    visit(page, server, "#/board?b=4x3&k=maximal")
    shows_total(page, 75)
    cell(page, 0, 0).click()
    expect(cell(page, 1, 0)).to_have_attribute("aria-label", "row 2, column 1, L")
    for name in ("Left (vertical)", "Right (horizontal)", "Wall", "Erase"):
        expect(page.get_by_role("radio", name=name)).to_be_attached()


def test_every_kind_is_explained_one_tap_away(page, server):
    visit(page, server, "#/board?b=4x3&k=maximal")
    found = totals(page)
    for term in (*found, "in play", "share", "polynomial", "wrap"):
        page.locator(f'.help[data-term="{term}"]').first.click()
        expect(page.get_by_role("note")).to_be_visible()
        page.keyboard.press("Escape")
    page.locator('.help[data-term="right-end"]').click()
    expect(page.get_by_role("note")).to_have_text("Right end: Right cannot move. Left may still be able to.")


def test_the_forecast_decides_whether_a_count_needs_a_button(page, server):
    visit(page, server, "#/board?b=9x12&k=general&g=kings")  # 108 cells, a blink
    shows_total(page, count(Board.rectangle(9, 12), "general", game="kings"))
    visit(page, server, "#/board?b=12x12&k=maximal")
    region = page.get_by_role("region", name="Polynomial")
    expect(region).to_contain_text("Forecast: ")
    expect(region.get_by_role("button", name="Find the polynomial")).to_be_visible()


def test_the_menu_and_tables_on_a_phone(page, server):
    page.set_viewport_size({"width": 360, "height": 740})
    visit(page, server, "#/sequences")
    expect(page.get_by_text("more below ▼").first).to_be_visible()
    for name in ("Board", "Browse", "Play", "Sequences", "More"):
        expect(page.get_by_role("navigation").get_by_text(name, exact=True)).to_be_in_viewport(ratio=1)
    for name in ("Falling dominoes", "Three players in a box", "Two-sided dominoes", "Long runs"):
        page.get_by_role("navigation").get_by_text("More", exact=True).click()
        page.get_by_role("link", name=name).click()
        expect(page).to_have_title(f"{name} – enumerate")


def test_the_lowest_squares_are_visible_in_the_dark(page, server):
    page.emulate_media(color_scheme="dark")
    visit(page, server, "#/board?b=4x3&k=maximal")
    shows_total(page, 75)
    stroke = "element => getComputedStyle(element).stroke"
    for square in page.locator(".coefficient").all():
        assert page.evaluate(stroke, square.element_handle()) in ("rgb(169, 165, 156)", "rgb(236, 233, 227)")


# -- 3: Browse ---------------------------------------------------------------------------------------


def shows_position(page, number):
    expect(page.locator("[data-number]").first).to_have_attribute("data-number", str(number))


def test_browse_positions_by_number(page, server):
    listed = list_positions(Board.rectangle(6, 6), "maximal")
    visit(page, server, "#/browse?b=6x6&k=maximal&n=123456")
    shows_position(page, 123456)
    expect(page.locator(".total").first).to_contain_text("of 3\u202f136\u202f370")
    pieces = page.locator(".board").first.locator("svg > g > rect[rx]").count()
    assert pieces == sum(listed.position(123456).counts)
    page.get_by_role("button", name="Next position").click()
    shows_position(page, 123457)
    page.get_by_role("slider").fill("10000")  # the slider, at its end
    shows_position(page, listed.total - 1)
    page.get_by_role("button", name="Random position").click()
    expect(page.locator("[data-number]").first).not_to_have_attribute("data-number", str(listed.total - 1))
    page.get_by_label("Left's pieces").fill("7")
    page.get_by_label("Right's pieces").fill("8")
    page.get_by_label("Right's pieces").press("Tab")
    expect(page.locator(".total").first).to_contain_text("of 232\u202f156")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".total").first).to_contain_text("of 232\u202f156")


def test_a_shortest_game_move_by_move(page, server):
    visit(page, server, "#/browse?b=4x6&k=maximal")
    page.get_by_role("button", name="Find one").click()
    game = page.get_by_role("region", name="Shortest game")
    expect(game).to_contain_text("7 moves, with Left or Right out of moves (LR)")
    for move in range(1, 8):
        game.get_by_role("button", name="Next move").click()
        expect(game).to_contain_text(f"after {move} of 7 moves")
        expect(game.locator(".board svg > g > rect[rx][fill]")).to_have_count(move)


# -- 4: Play -----------------------------------------------------------------------------------------


def test_win_against_the_solver_with_its_hints(page, server):
    visit(page, server, "#/play?b=3x3")
    expect(page.get_by_text("The computer plays perfectly")).to_be_visible()
    said = page.get_by_role("region", name="Game").locator(".total")
    cell(page, 0, 0).hover()
    expect(page.locator(".ghost")).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Left wins with 2 of the 6 moves")).to_be_visible()  # those of `solve`
    for move in range(4):
        at = page.locator(".mark.best").first.get_attribute("data-at")
        cell(page, *at.split(",")).click()
        expect(page).to_have_url(re.compile(rf"m=(\d\.\d_?){{{2 * move + 1},{2 * move + 2}}}$"))
        expect(page.locator(".mark.best")).to_have_count(0)
        expect(said).to_contain_text(re.compile("Your turn|you win"))
        if "you win" in said.inner_text():
            break
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".mark.best").first).to_be_visible()
    expect(said).to_contain_text("Right cannot move: you win.")
    page.reload()
    expect(said).to_contain_text("Right cannot move: you win.")
    page.get_by_role("button", name="Take back").click()
    expect(said).to_contain_text("Your turn: place vertically.")
    page.get_by_label("colour the components").check()
    expect(page.locator(".mark[class*=part]").first).to_be_attached()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="Right").check(force=True)  # and the machine begins
    expect(said).to_contain_text("Your turn: place horizontally.")


# -- 5: Sequences ------------------------------------------------------------------------------------


def test_sequences(page, server):
    visit(page, server, "#/sequences")
    shown = page.get_by_role("region", name="Sequence")
    expect(shown).to_contain_text("A288028: maximal positions of 3 x n")
    expect(shown).to_contain_text("Its order 15 is the least possible")
    expect(shown).to_contain_text("Per row: between 3.5247453221 and 3.5247453222")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download the b-file").click()
    assert loading.value.suggested_filename == "b288028.txt"
    assert loading.value.path().read_text().startswith("1 2\n2 5\n3 22\n4 75\n")
    page.get_by_label("Find a sequence").fill("alternating")
    page.get_by_role("button", name="A332714").click()
    expect(shown).to_contain_text("4\u202f632")
    page.get_by_label("Terms").fill("5")
    page.get_by_role("button", name="Compute and check").click()
    expect(page.locator("[data-checked]")).to_have_text("A332714: 5 terms agree")


# -- 6: the other games ------------------------------------------------------------------------------


def test_falling_dominoes(page, server):
    visit(page, server, "#/falling?cols=3&rows=4")
    found = page.get_by_role("region", name="Equilibria").locator("tbody tr")
    expect(found).to_have_text(["12, 1820100", "16, 14420"])
    page.get_by_role("button", name="16, 14", exact=True).click()
    plays = list(Falling(3, 4).solve().plays((16, 14)))
    expect(page.get_by_role("button", name="(16, 14)")).to_have_text([f"{play} (16, 14)" for play in plays])
    page.get_by_role("spinbutton", name="Columns").fill("2")
    page.get_by_role("spinbutton", name="Columns").press("Tab")
    told = page.get_by_role("region", name="Game").locator(".total")
    expect(page.get_by_role("region", name="Equilibria")).to_contain_text("H1 H1 V1 V2")
    expect(page.locator("[data-move]")).to_have_count(3)
    page.locator('[data-move="V1"]').click()
    expect(told).to_contain_text("V1 by player 1 was wrong (right: H1)")
    page.get_by_role("button", name="Take back").click()
    for move in ("H1", "H1", "V1", "V2"):
        page.locator(f'[data-move="{move}"]').click()
        expect(told).to_contain_text(f"{move} by player")
        expect(told).to_contain_text("was right")
    expect(page.get_by_text("an equilibrium play")).to_be_visible()


def test_three_players_in_a_box(page, server):
    visit(page, server, "#/box?box=2x2x2")
    expect(page.locator("[data-class]")).to_have_attribute("data-class", "P")
    expect(page.locator(".board .cell")).to_have_count(8)
    page.locator('.board .cell[data-cell="0,0,1"]').click()
    said = page.get_by_role("region", name="Game").locator(".total")
    expect(said).to_contain_text(re.compile("Your turn|you (win|lose)"))
    assert page.locator(".board svg > g > rect[rx]").count() >= 3  # Left's, Right's and Middle's first


def test_two_sided_dominoes(page, server):
    visit(page, server, "#/dominoes?mode=watch&one=juca&two=tiao&seed=7")
    page.get_by_role("button", name="Last").click()
    expect(page.get_by_text("Tião wins: the hand is empty, 4 to 0 tiles left")).to_be_visible()
    page.get_by_text("Play a match").click()
    said = page.get_by_role("region", name="Match").locator(".total")
    for move in range(1, 30):
        expect(said).to_be_visible()
        if "choose a move" not in said.inner_text():
            break
        with page.expect_response(re.compile("/ask/")):  # the text of the turn before stands until it comes
            page.locator('[data-choice="0"]').click()
        expect(page).to_have_url(re.compile(f"m=(\\d+_?){{{move}}}"))
        expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(said).to_contain_text(re.compile("win|draw"))
    page.get_by_text("Tournament").click()
    page.get_by_label("Pinduca").uncheck()
    page.get_by_label("Tião").uncheck()
    page.get_by_label("Matches of each pair").fill("2000")
    page.get_by_role("spinbutton", name="Seed").fill("1")
    page.get_by_role("button", name="Run").click()
    expect(page.locator('[data-matches="2000"]')).to_be_visible()
    bars = page.get_by_role("img", name="Juca 629 wins, Nabucodonossor 1303 wins")
    expect(bars.locator(".error")).to_have_count(6)


# -- 7: Runs -----------------------------------------------------------------------------------------


def test_runs_are_read_again_while_they_go_on(page, server):
    visit(page, server, "#/runs")
    rows = page.get_by_role("region", name="Runs").locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("5 x 5")
    expect(rows.first).to_contain_text("finished")
    count(Board.rectangle(4, 5), "maximal", store=server.store)
    expect(rows).to_have_count(2)


def test_no_view_is_wider_than_the_screen(page, server):
    views = ("board", "browse", "play", "sequences", "falling", "box", "dominoes", "runs")
    for width, cancellable in ((360, views), (768, views[:2]), (1600, views[:2])):
        page.set_viewport_size({"width": width, "height": 800})
        for view in cancellable:
            visit(page, server, f"#/{view}")
            expect(page.locator("main section").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, view
