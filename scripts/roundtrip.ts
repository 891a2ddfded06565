/**
 * `bun run roundtrip [COUNT] [FORMAT]`: COUNT generated settings files a format (5,000) and all that are shaped after
 * real ones: install, install again, uninstall, and the bytes must be those of the beginning.
 */
import { formats, roundTrips } from "../cli/settings/testing/formats.ts";

const [count = "5000", only = ""] = process.argv.slice(2);
let failed = 0;
for (const format of formats.filter(({ name }) => name.includes(only))) {
  const start = performance.now();
  const { files, distinct, failures } = roundTrips(format, Number(count));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  failed += failures.length;
  const share = (((files - failures.length) / files) * 100).toFixed(2);
  const { name, real } = format;
  console.log(
    `${name.padEnd(12)} ${files} files (${distinct} different, ${real.length} after real ones): ${share} % come back byte for byte (${seconds} s)`,
  );
  for (const failure of failures.slice(0, 3)) console.log(failure);
}
console.log(failed === 0 ? "\nall files came back" : `\n${failed} files did not come back`);
process.exitCode = failed === 0 ? 0 : 1;
