/** The page of `hooks ui`, served by the built program, in a headless Chromium, by keyboard alone. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withFolder } from "../binary/programs.ts";
import { findBrowser, openBrowser } from "./browser.ts";
import { LOW_CONTRAST } from "./contrast.ts";
import { startDemo } from "./demo.ts";

const browser = findBrowser();
const why =
  browser === undefined ? " (SKIPPED: no Chromium on PATH; on Debian: apt-get install chromium)" : "";

test.skipIf(browser === undefined)(
  `the page shows verdicts, costs, trash and findings, and restores by keyboard${why}`,
  async () => {
    await withFolder(async (folder) => {
      const demo = await startDemo(folder);
      const page = await openBrowser(browser as string, 1100, 900);
      try {
        await page.open(demo.url);
        await page.until(`document.body?.dataset.ready === "yes"`);
        const text = (id: string) => page.evaluate<string>(`document.getElementById("${id}").innerText`);
        expect(await text("verdicts-list")).toContain("rm -rf / --no-preserve-root");
        expect(await text("verdicts-list")).toMatch(/rewrite\s+trash-guard\/redirect\s+rm -rf build dist/);
        expect(await text("costs-list")).toContain("trash-guard");
        expect(await text("trash-list")).toContain("~/shop/draft.md");
        expect(await text("doctor-list")).toMatch(/checks, 1 entry of ours: \d+ to mend/);

        for (const scheme of ["light", "dark"] as const) {
          await page.colours(scheme);
          expect(await page.evaluate<readonly string[]>(LOW_CONTRAST)).toEqual([]);
        }

        await page.press("/");
        for (const letter of "shred") await page.press(letter);
        await page.until(`document.getElementById("verdicts-count").textContent.startsWith("1 of ")`);
        expect(await text("verdicts-list")).toContain("shred -u secrets.txt");

        await page.evaluate("document.activeElement.blur()");
        await page.press("3");
        expect(await page.evaluate<string>("document.activeElement.id")).toBe("trash");
        await page.press("Tab");
        const label = await page.evaluate<string>(`document.activeElement.getAttribute("aria-label")`);
        expect(label).toBe("Restore ~/shop/draft.md");
        await page.press("Enter");
        await page.until(`document.getElementById("said").textContent.startsWith("Restored ")`);
        expect(existsSync(join(demo.project, "draft.md"))).toBe(true);
        await page.until(`!document.getElementById("trash-list").innerText.includes("draft.md")`);
        expect(await page.evaluate<string>("document.activeElement.tagName")).toBe("BUTTON");

        const { origin } = new URL(demo.url);
        const foreign = page.requests.filter(
          (url) => !url.startsWith(`${origin}/`) && !/^(data|about):/.test(url),
        );
        expect(foreign).toEqual([]);
        expect(page.complaints).toEqual([]);
      } finally {
        await page.close();
        expect(await demo.stop()).toBe(0);
      }
    });
  },
  90_000,
);
