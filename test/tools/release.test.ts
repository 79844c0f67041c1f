import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readAddresses } from "../../tools/release/addresses.js";
import { publishedLinks } from "../../tools/release/published-links.js";
import { refusals } from "../../tools/release/refusals.js";
import { releaseOrder } from "../../tools/release/release-order.js";
import { lowestVersions } from "../lowest/lowest-versions.js";

const root = path.resolve(import.meta.dirname, "../..");

const good = {
  repository: "https://example.org/example/gatehouse",
  homepage: "https://example.com/gatehouse",
  bugs: "https://example.org/example/gatehouse/issues",
  security: "security@example.org",
};

describe("addresses", () => {
  test.each([
    [good],
    [{ ...good, security: "https://example.org/report" }],
    [{ ...good, homepage: "https://example.com" }],
  ])("%j is good", (addresses) => {
    expect(readAddresses(JSON.stringify(addresses), "a.json")).toEqual({ kind: "addresses", addresses });
  });

  test.each([
    [{ ...good, repository: "" }, "a.json: `repository` is empty: the owner fills it in"],
    [{ ...good, security: "" }, "a.json: `security` is empty: the owner fills it in"],
    [{ ...good, repository: "https://example.org/example" }, "expected one repository"],
    [{ ...good, repository: "https://example.org/example/gatehouse.git" }, "expected one repository"],
    [{ ...good, repository: "https://example.org/example/gatehouse/tree/main" }, "expected one repository"],
    [{ ...good, repository: "git@example.org:example/gatehouse" }, "expected one repository"],
    [{ ...good, homepage: "http://example.com" }, "expected an https address"],
    [{ ...good, homepage: "https://user:secret@example.com" }, "expected an https address"],
    [{ ...good, bugs: "data:text/html,x" }, "expected an https address"],
    [{ ...good, security: "security at example.org" }, "expected a mail address or an https address"],
    [{ ...good, more: "" }, "more"],
    [{ repository: good.repository }, "`homepage`"],
    [[], "a.json:"],
  ])("%j is not", (addresses, problem) => {
    const reading = readAddresses(JSON.stringify(addresses), "a.json");
    expect(reading.kind === "problems" ? reading.problems.join("\n") : "").toContain(problem);
  });

  test("the file of the repository is good, or says what its owner still fills in", () => {
    const reading = readAddresses(
      readFileSync(path.join(root, "tools/addresses.json"), "utf8"),
      "tools/addresses.json",
    );
    for (const problem of reading.kind === "problems" ? reading.problems : [])
      expect(problem).toContain("is empty: the owner fills it in");
  });
});

describe("links of documents", () => {
  const place = {
    repository: good.repository,
    commit: "c0ffee",
    tracked: new Set([
      "docs/check.md",
      "docs/a.svg",
      "packages/a/README.md",
      "packages/a/SPEC.md",
      "test/x.ts",
    ]),
    packed: new Set(["packages/a/README.md", "packages/a/SPEC.md"]),
  };
  const at = (name: string, text: string) => publishedLinks(text, name, place);

  test.each([
    [
      "[a](../../docs/check.md#why)",
      "[a](https://example.org/example/gatehouse/blob/c0ffee/docs/check.md#why)",
    ],
    ["[a](../../docs)", "[a](https://example.org/example/gatehouse/tree/c0ffee/docs)"],
    ["[a](SPEC.md)", "[a](https://example.org/example/gatehouse/blob/c0ffee/packages/a/SPEC.md)"],
    ["![a](../../docs/a.svg)", "![a](https://example.org/example/gatehouse/raw/c0ffee/docs/a.svg)"],
    [
      "[`a](b)`](../../test/x.ts) [b](#c)",
      "[`a](b)`](https://example.org/example/gatehouse/blob/c0ffee/test/x.ts) [b](#c)",
    ],
    [
      "[a]\n\n[a]: ../../docs/check.md",
      "[a]\n\n[a]: https://example.org/example/gatehouse/blob/c0ffee/docs/check.md",
    ],
    ["`[a](nowhere.md)`\n\n```md\n[a](nowhere.md)\n```", "`[a](nowhere.md)`\n\n```md\n[a](nowhere.md)\n```"],
    ["<https://example.com> [a](https://example.com/b)", "<https://example.com> [a](https://example.com/b)"],
  ])("%s in a README", (text, published) => {
    expect(at("packages/a/README.md", text)).toEqual({ text: published, problems: [] });
  });

  test("a link between files of the tarball stays, where both are read together", () => {
    expect(at("packages/a/SPEC.md", "[a](README.md)").text).toBe("[a](README.md)");
    expect(at("packages/a/SPEC.md", "[a](../../docs/check.md)").text).toContain("/blob/c0ffee/docs/check.md");
  });

  test.each([
    ["[a](nowhere.md)", "packages/a/README.md: line 1: `nowhere.md` leads to no file of the commit"],
    [
      "\n[a](../../../outside.md)",
      "packages/a/README.md: line 2: `../../../outside.md` leads to no file of the commit",
    ],
    ['<img src="a.svg">', "packages/a/README.md: line 1: HTML with a relative address: write it as Markdown"],
  ])("%j is a problem", (text, problem) => {
    expect(at("packages/a/README.md", text).problems).toEqual([problem]);
  });

  test("every link of every package leads somewhere", () => {
    const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
    const documents = listed.filter((file) =>
      /^packages\/[^/]+\/(?:[a-z-]+\/)?(?:README|SPEC)\.md$/.test(file),
    );
    expect(documents.length).toBeGreaterThan(20);
    const all = { ...place, tracked: new Set(listed), packed: new Set<string>() };
    const read = documents.map((file) =>
      publishedLinks(readFileSync(path.join(root, file), "utf8"), file, all),
    );
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(
      read
        .map(({ text }) => text)
        .join("")
        .split("/blob/c0ffee/").length,
    ).toBeGreaterThan(50);
  });
});

test("packages come after those that they need", () => {
  const one = (name: string, needs: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) => ({
    manifest: { name, version: "1.0.0", ...needs },
  });
  const ordered = releaseOrder([
    one("b", { dependencies: { c: "1.0.0", zod: "^4.0.0" } }),
    one("a", { optionalDependencies: { b: "1.0.0" } }),
    one("d"),
    one("c", { peerDependencies: { d: "1.0.0" } }),
  ]);
  expect(ordered.map(({ manifest }) => manifest.name)).toEqual(["d", "c", "b", "a"]);
  expect(() =>
    releaseOrder([one("a", { dependencies: { b: "1" } }), one("b", { dependencies: { a: "1" } })]),
  ).toThrow("these packages need each other: a, b");
});

describe("what is refused", () => {
  const said = async (request: object, environment = {}) =>
    (await refusals(root, { publish: false, ...request }, environment)).join("\n");

  test("nothing of a dry run, or of a rehearsal on this machine", async () => {
    expect(await said({})).toBe("");
    expect(await said({ rehearse: "http://127.0.0.1:4873", addresses: "a.json" })).toBe("");
  });

  test("a rehearsal elsewhere, and publishing outside of the workflow or with other addresses", async () => {
    expect(await said({ rehearse: "https://registry.example" })).toContain("a registry on this machine");
    expect(await said({ rehearse: "http://127.0.0.1.example" })).toContain("a registry on this machine");
    const refused = await said({ publish: true, addresses: "a.json" });
    expect(refused).toContain("`--publish` is for the workflow");
    expect(refused).toContain("and no others");
    const inWorkflow = { GITHUB_ACTIONS: "true", ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.org/token" };
    expect(await said({ publish: true }, inWorkflow)).not.toContain("is for the workflow");
  });
});

test("the lowest versions of ranges, where one fits all", () => {
  const manifests = [
    { name: "x", dependencies: { a: "^1.2.0", ours: "1.0.0" }, peerDependencies: { b: "^3.0.0 || ^4.0.0" } },
    { name: "y", optionalDependencies: { a: ">=1.1.0 <2.0.0" } },
  ];
  const lowest = lowestVersions(manifests, new Set(["ours"]));
  expect([...lowest].map(([name, { version }]) => [name, version])).toEqual([
    ["a", "1.2.0"],
    ["b", "3.0.0"],
  ]);
  expect(() =>
    lowestVersions([...manifests, { name: "z", dependencies: { a: "^2.0.0" } }], new Set()),
  ).toThrow("no lowest version is within");
  expect(() => lowestVersions([{ name: "z", dependencies: { a: "catalog:" } }], new Set())).toThrow(
    "is not a range",
  );
});
