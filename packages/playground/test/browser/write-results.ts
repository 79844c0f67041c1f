import { writeFileSync } from "node:fs";
import { cpus } from "node:os";

import type { Spread } from "./measure-typing.js";
import type { MeasuredPage } from "./try-page.js";

/** Writes what was measured as a document. */
export function writeResults(file: string, { browser, typing, hostile }: MeasuredPage): void {
  const rows = [
    ...typing.map(
      ({ editor, keys, cost, shown, longTasks }) =>
        `| ${editor} | ${keys} | ${three(cost)} | ${three(shown)} | ${longTasks} |`,
    ),
  ];
  const text = `# What the playground costs

\`pnpm playground --write\` writes this. Chromium ${browser}, ${cpus().length} processors, which the measurement shares with whatever else
runs on the machine. Processor time is that of the page's own thread, so other programs do not count; the clock does count them.

## Typing

With 200 policies in the editor, a key each 120 ms, and each pause decided anew. Milliseconds: median, 95th percentile, most.

| editor | keys | processor time of a key | shown on the clock after | tasks over 50 ms on the clock |
| ------ | ---- | ----------------------- | ------------------------ | ----------------------------- |
${rows.join("\n")}

## Hostile texts

Each is pasted, and eight keys are pressed while it is worked on. Milliseconds: processor time of the page's thread for the paste and for the
costliest key, and when the slowest key was shown on the clock.

| text | paste | key | shown after | decision |
| ---- | ----- | --- | ----------- | -------- |
${hostile.map((one) => `| ${one.title} | ${one.paste} | ${one.key} | ${one.shown} | ${one.decision.replaceAll("|", "\\|").replaceAll("`", "'")} |`).join("\n")}
`;
  writeFileSync(file, text);
}

function three({ median, p95, most }: Spread): string {
  return `${median}, ${p95}, ${most}`;
}
