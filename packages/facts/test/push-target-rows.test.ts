// Where a push goes is a fact: the remote and the branch of the other side, however the call is written and whatever is before it.
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { assertLaw } from "../../../test/assert-law.js";
import { factsOf, toolFacts } from "./facts-of.js";

type Target = readonly [remote: string | null, branch: string | null];

function targetsOf(run: string, kind = "git.push"): readonly Target[] {
  return factsOf(run)
    .actions.filter((one) => one.kind === kind)
    .map(({ remote, branch }) => [remote ?? null, branch ?? null]);
}

describe("the branch that is changed is that of the other side", () => {
  test.each<[string, readonly Target[]]>([
    ["git push origin main", [["origin", "main"]]],
    ["git push origin HEAD:main", [["origin", "main"]]],
    ["git push origin topic:main", [["origin", "main"]]],
    ["git push origin refs/heads/main", [["origin", "main"]]],
    ["git push origin @:refs/heads/main", [["origin", "main"]]],
    ["git push origin HEAD~3:heads/main", [["origin", "main"]]],
    ["git push -u origin 'topic:main'", [["origin", "main"]]],
    [
      "git push origin a b:c",
      [
        ["origin", "a"],
        ["origin", "c"],
      ],
    ],
    ["git push https://h.example/r main", [["https://h.example/r", "main"]]],
    ["git push --repo=up main", [["main", null]]],
    ["git push --repo up", [["up", null]]],
    ["git push origin tag v1", [["origin", "refs/tags/v1"]]],
    ["git push origin v1:refs/tags/v1", [["origin", "refs/tags/v1"]]],
    ["git send-pack h.example:r topic:main", [["h.example:r", "main"]]],
    ["git -C a --no-pager push origin main", [["origin", "main"]]],
    ["git -c a.b=c push origin main", [["origin", "main"]]],
    ["sudo git push origin HEAD:main", [["origin", "main"]]],
    ["ssh h 'git push origin HEAD:main'", [["origin", "main"]]],
    ["B=main; git push origin HEAD:$B", [["origin", "main"]]],
  ])("%s", (run, targets) => {
    expect(targetsOf(run)).toEqual(targets);
  });

  test.each<[string, string, readonly Target[]]>([
    ["git push origin +main", "git.force-push", [["origin", "main"]]],
    ["git push origin +HEAD:main", "git.force-push", [["origin", "main"]]],
    ["git push --force origin topic:main", "git.force-push", [["origin", "main"]]],
    ["git push origin :main", "git.remote-delete", [["origin", "main"]]],
    ["git push origin --delete main", "git.remote-delete", [["origin", "main"]]],
    ["git push -d origin refs/heads/main", "git.remote-delete", [["origin", "main"]]],
    ["git send-pack h.example:r +topic:main", "git.force-push", [["h.example:r", "main"]]],
  ])("%s: %s", (run, kind, targets) => {
    expect(targetsOf(run, kind)).toEqual(targets);
    expect(targetsOf(run)).toEqual(targets);
  });
});

describe("a branch that the text does not name is null", () => {
  test.each<[string, string | null]>([
    ["git push", null],
    ["git push origin", "origin"],
    ["git push origin HEAD", "origin"],
    ["git push origin @", "origin"],
    ["git push --all origin", "origin"],
    ["git push --mirror origin", "origin"],
    ["git push origin 'refs/heads/*:refs/heads/*'", "origin"],
    ["git push origin :", "origin"],
    ['git push origin "$B"', "origin"],
    ['git push origin "HEAD:$B"', "origin"],
    ['git push "$R"', null],
    ["gh pr merge 3 --squash", null],
    ["gh -R o/r pr merge --admin", null],
    ["glab mr merge 3", null],
  ])("%s", (run, remote) => {
    expect(targetsOf(run)).toEqual([[remote, null]]);
  });

  test.each([
    "git push -n origin main",
    "git push --dry-run",
    "git send-pack --dry-run h:r main",
    "gh pr view 3",
  ])("%s is not a push", (run) => {
    expect(targetsOf(run)).toEqual([]);
  });
});

describe("an alias is what it stands for, with the words behind it", () => {
  test.each([
    "git -c alias.p='push origin HEAD:main' p",
    "git -c alias.p=push p origin HEAD:main",
    "git -c alias.p='!git push' p origin main",
    "git --config-env=alias.p=V p origin main",
    "git config alias.p 'push origin HEAD:main'; git p",
    "git config --global alias.p push && git p origin topic:main",
    "git config set alias.p '!git push origin main'; git p",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p origin main",
  ])("%s", (run) => {
    expect(targetsOf(`V=push; export V; ${run}`)).toContainEqual(["origin", "main"]);
  });

  test("and may force", () => {
    expect(targetsOf("git config alias.p push; git p origin +main", "git.force-push")).toContainEqual([
      "origin",
      "main",
    ]);
    expect(targetsOf("git -c alias.p='push -f' p", "git.force-push")).toEqual([[null, null]]);
  });

  test("of another name it is not", () => {
    expect(targetsOf("git config alias.p push; git q origin main")).toEqual([[null, null]]);
  });
});

test("a tool of a server that pushes says where it is told to", () => {
  const of = (name: string, params: object): readonly unknown[] =>
    toolFacts(name, params).actions.map(({ kind, remote, branch }) => [kind, remote, branch]);
  expect(of("mcp__git__git_push", { remote: "up", branch: "main" })).toEqual([["git.push", "up", "main"]]);
  expect(of("mcp__git__push", { refspec: "HEAD:main" })).toEqual([["git.push", "origin", "main"]]);
});

test("law: where a push goes does not depend on how it is wrapped, quoted or spelled", () => {
  const branch = fc.constantFrom("main", "release", "a/b");
  const spelled = fc.constantFrom<(to: string) => string>(
    (to) => to,
    (to) => `HEAD:${to}`,
    (to) => `topic:refs/heads/${to}`,
    (to) => `"@:${to}"`,
    (to) => `'x':${to}`,
    (to) => `$(printf %s HEAD:${to})`,
  );
  const options = fc.subarray(["-u", "--no-verify", "-v", "--tags", "--atomic", "-o x", "--porcelain"]);
  const global = fc.constantFrom("", "-C sub ", "-c user.name=x ", "--git-dir=x ", "--no-pager -P ");
  const around = fc.constantFrom<(run: string) => string>(
    (run) => run,
    (run) => `sudo -u a ${run}`,
    (run) => `cd x && ${run} | tail -1`,
    (run) => `bash -lc "${run.replaceAll(/["$\\]/g, "\\$&")}"`,
    (run) => `if true; then ${run}; fi`,
    (run) => `timeout 9 env A=b ${run} &`,
    (run) => `echo x | xargs -I{} ${run}`,
  );
  assertLaw(
    fc.property(branch, spelled, options, global, around, (to, spell, given, before, wrap) => {
      const run = wrap(`git ${before}push ${given.join(" ")} origin ${spell(to)}`);
      expect(targetsOf(run)).toContainEqual(["origin", to]);
    }),
  );
});

describe("an address to which is pushed is said, and the host to which a remote leads from now on", () => {
  test.each<[string, readonly string[]]>([
    ["git push https://h.example/x main", ["https://h.example/x"]],
    ["git push --repo git@h.example:x", ["git@h.example:x"]],
    ['git push "https://$HOST/x"', ["https://\uFFFD/x"]],
    ["git send-pack h.example:x main", ["h.example:x"]],
    ["git remote set-url --push origin https://a@h.example:81/x", ["h.example"]],
    ["git config remote.origin.pushurl git@h.example:x", ["h.example"]],
    ["git -c url.https://h.example/.pushInsteadOf=https://x.example/ push", ["h.example"]],
    ["git remote add a https://h.example/x; git push a", ["h.example"]],
    ["git remote add a https://h.example/x; git push b", []],
    ["git push origin main", []],
    ['git push "$REMOTE"', []],
    ["git push ../x main", []],
    ["git push file:///x main", []],
    ["git push --dry-run https://h.example/x", []],
    ["git -c remote.origin.url=https://h.example/x fetch", []],
    ["git config --unset remote.origin.pushurl", []],
  ])("%s", (run, targets) => {
    const found = factsOf(run).actions.filter(({ kind }) => kind === "git.push-url");
    expect(found.map(({ target }) => target)).toEqual(targets);
  });
});
