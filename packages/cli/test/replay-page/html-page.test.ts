import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleReplayPage } from "../../../../tools/build/bundle-replay-page.js";
import { htmlPage } from "../../../logs/src/replay/write-html.js";
import type { PageReport } from "../../../logs/src/replay/page-model/page-report.js";
import { sampleReport } from "./sample-report.js";

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-page-"));
let template = "";

beforeAll(async () => {
  await bundleReplayPage(path.resolve(import.meta.dirname, "../../../logs"), folder);
  template = readFileSync(path.join(folder, "replay-page.html"), "utf8");
});
afterAll(() => rmSync(folder, { recursive: true }));

const DATA = '<script type="application/json" id="report">';

/** What a browser takes for the data: up to the first end of a script. */
function dataOf(html: string): string {
  const start = html.indexOf(DATA) + DATA.length;
  return html.slice(start, html.toLowerCase().indexOf("</script", start));
}

test("whatever a log says, it stays in the data of the page and reads back as it was", () => {
  const report = sampleReport({ events: 200, sessions: 20, policies: 4 });
  expect(JSON.stringify(report)).toMatch(/<\/script><script>.*<!--.*\u2028/);
  const html = htmlPage(template, report);
  const data = dataOf(html);
  expect(data).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(data) as PageReport).toEqual(report);
  // All that is around the data is the page as it was built.
  expect(html.replace(data, () => "%REPORT%")).toBe(template);
});

test("names of own properties and patterns of replacements are only texts", () => {
  const report = sampleReport({ events: 1, sessions: 1, policies: 1 });
  const source = {
    logs: [{ path: "$&$1$`" }],
    policies: [{ path: "%SCRIPT%" }, { path: "%REPORT%" }],
    against: { path: "__proto__" },
  };
  expect((JSON.parse(dataOf(htmlPage(template, { ...report, source }))) as PageReport).source).toEqual(
    source,
  );
});

test("the page runs its one script, uses its one style, and has nothing else to load", () => {
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(template) ?? [];
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const script = template.slice(template.lastIndexOf("<script>") + 8, template.lastIndexOf("</script>"));
  const style = template.slice(template.indexOf("<style>") + 7, template.indexOf("</style>"));
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  const html = template.replace(script, "").replace(style, "");
  expect(html).not.toMatch(/\son[a-z]+=|\sstyle=|\ssrc=/i);
  expect([...html.matchAll(/<link[^>]*>/g)].map(String)).toEqual(['<link rel="icon" href="data:," />']);
  expect(template.match(/https?:\/\/|url\(|@import/g)).toBeNull();
});
