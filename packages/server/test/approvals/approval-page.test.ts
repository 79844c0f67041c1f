import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { approvalPageFiles } from "../../../../tools/build/approval-page.js";
import { ask, gatehouseOf, serverOf } from "../served.js";

/** The text between the tags of the one element of a name. */
function inside(html: string, tag: string): string {
  const parts = html.split(new RegExp(`</?${tag}>`));
  expect(parts, tag).toHaveLength(3);
  return parts[1] ?? "";
}

test("the page for approvals is that of its files, and its policy allows their hashes and nothing else", async () => {
  const server = await serverOf(await gatehouseOf("version: 1\npolicies: []\n"));
  const { text, headers } = await ask(server, "/approvals", { token: null });
  await server.close();
  const policy = headers.get("content-security-policy") ?? "";
  const files = await approvalPageFiles();
  for (const tag of ["style", "script"] as const) {
    const found = inside(text, tag);
    expect(found, "stale: run `pnpm approval-page`").toBe(files[tag]);
    const hash = createHash("sha256").update(found).digest("base64");
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  const [before, between, after] = files.html.split(/\s*%(?:STYLE|SCRIPT)%\s*/);
  expect(text.split(files.style).join("").split(files.script)).toEqual([`${before}${between}`, after]);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/ (?:style|on\w+)=/);
});
