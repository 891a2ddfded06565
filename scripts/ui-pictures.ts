/** `bun scripts/ui-pictures.ts`: docs/ui-light.png and docs/ui-dark.png, from the built program's own page. */
import { join } from "node:path";
import { withFolder } from "./binary/programs.ts";
import { findBrowser, openBrowser } from "./browser/browser.ts";
import { startDemo } from "./browser/demo.ts";

const browser = findBrowser();
if (browser === undefined) {
  console.error("ui-pictures: no Chromium on PATH; on Debian: apt-get install chromium");
  process.exit(1);
}
await withFolder(async (folder) => {
  const demo = await startDemo(folder);
  const page = await openBrowser(browser, 1080, 1180);
  try {
    await page.open(demo.url);
    await page.until(`document.body?.dataset.ready === "yes"`);
    for (const scheme of ["light", "dark"] as const) {
      await page.colours(scheme);
      await Bun.write(join(import.meta.dir, `../docs/ui-${scheme}.png`), await page.screenshot());
    }
  } finally {
    await page.close();
    await demo.stop();
  }
});
console.log("wrote docs/ui-light.png and docs/ui-dark.png");
