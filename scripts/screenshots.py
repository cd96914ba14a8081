"""Take the screenshots of the page for docs/.

    python scripts/screenshots.py           write docs/web_*.png
    python scripts/screenshots.py FOLDER    every view at three sizes, in light and dark, to look at

It needs a browser of the system (Debian: chromium) and the extra `test`.
"""

import argparse
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

SCRIPTS = Path(__file__).resolve().parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS.parent)]

from benchmarks.web import browser, no_sandbox, started  # noqa: E402

ROOT = SCRIPTS.parent
VIEWS = {
    "board": "#/board?b=....../.%23..../....../....%23./......&p=L@2.2_R@0.3&k=maximal",
    "browse": "#/browse?b=6x6&k=maximal&n=123456",
    "play": "#/play?b=6x6&you=L&m=2.2_4.1_2.4_5.0_3.5_1.1",
    "sequences": "#/sequences?seq=A288028",
    "falling": "#/falling?cols=3&rows=4&m=H1_V3_V3",
    "box": "#/box?box=3x3x2",
    "dominoes": "#/dominoes?mode=sit&seed=7&m=0_0_0",
    "runs": "#/runs",
}
COLOURS = 96  # of a picture, which keeps it small
SIZES = {"phone": (390, 844), "tablet": (820, 1100), "wide": (1280, 860)}
SHOWN = {  # of the documents: view, width and height, scheme, button
    "web_board": ("board", (1040, 900), "light", ""),
    "web_play": ("play", (1040, 680), "dark", "Hint"),
    "web_phone": ("dominoes", (390, 760), "light", ""),
}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, help="where to write every view")
    folder = parser.parse_args().folder
    path = browser()
    if path is None:
        sys.exit("no browser is installed; for instance chromium is needed")
    server, address = started()
    try:
        with sync_playwright() as playwright:
            how = [*no_sandbox(), "--disable-lcd-text"]
            running = playwright.chromium.launch(executable_path=path, args=how)
            take_all(running, f"{address}/", folder)
    finally:
        server.terminate()
        server.wait()


def take_all(running: Browser, address: str, folder: Path | None) -> None:
    """The pictures of the documents, or all of them into a folder."""
    if folder is None:
        for name, (view, size, scheme, press) in SHOWN.items():
            take(running, f"{address}{VIEWS[view]}", size, scheme, ROOT / "docs" / f"{name}.png", press)
        return
    folder.mkdir(parents=True, exist_ok=True)
    for view, question in VIEWS.items():
        for name, size in SIZES.items():
            for scheme in ("light", "dark"):
                take(running, f"{address}{question}", size, scheme, folder / f"{view}_{name}_{scheme}.png")


def take(
    running: Browser, question: str, size: tuple[int, int], scheme: str, path: Path, press: str = ""
) -> None:
    """One picture, taken when all answers have arrived, including that to a button."""
    dark = "dark" if scheme == "dark" else "light"
    page: Page = running.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=dark)
    page.goto(question)
    page.wait_for_load_state("networkidle")
    page.locator(".warming").wait_for(state="hidden", timeout=300_000)
    if press:
        page.get_by_role("button", name=press).click()
        page.wait_for_timeout(500)
        page.mouse.move(0, 0)
    page.locator("[aria-busy], .stale").first.wait_for(state="detached")
    page.screenshot(path=path)
    page.close()
    Image.open(path).quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    main()
