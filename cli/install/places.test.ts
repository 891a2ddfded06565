import { expect, test } from "bun:test";
import { ownPlaces, stableFolder } from "./places.ts";

const rows: readonly (readonly [string, string])[] = [
  ["/h/.hasna/hooks/versions/0.1.0", "/h/.hasna/hooks/bin"],
  ["/h/.hasna/hooks/versions/0.1.0+0a1b2c3d", "/h/.hasna/hooks/bin"],
  ["/h/.hasna/hooks/bin", "/h/.hasna/hooks/bin"],
  ["/usr/local/bin", "/usr/local/bin"],
  ["/h/project/dist", "/h/project/dist"],
  ["/h/versions/0.1.0", "/h/versions/0.1.0"],
];
for (const [folder, stable] of rows)
  test(`${folder} is ${stable}`, () => expect(stableFolder(folder)).toBe(stable));

test("a version's folder leads to where install registers", () => {
  const places = ownPlaces("/h/");
  expect(stableFolder(`${places.versions}/1.2.3`)).toBe(places.bin);
});
