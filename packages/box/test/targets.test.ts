import {
  type BoxProfile,
  bubblewrapArguments,
  bubblewrapBox,
  claudeCodeSettings,
  codexSettings,
  cursorSettings,
  matchesGlob,
  sandboxRuntimeSettings,
  type Seen,
  segmentsOf,
  WIDEST,
} from "@gatehouse-hooks/box";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

const SEEN: Seen = {
  workspace: "/w",
  cwd: "/w/sub",
  writable: ["/w"],
  hidden: [],
  ownFolders: [],
  kept: [],
  sockets: ["/run"],
  needed: [],
  variables: ["API_KEY"],
};
const place = (path: string, isFolder = false) => ({ path, isFolder, policy: "p", shown: [] });

/** How a path is mounted last. */
function mountOf(seen: Seen, path: string, profile: BoxProfile = WIDEST): string | undefined {
  const args = bubblewrapArguments(profile, seen);
  const at = args.lastIndexOf(path);
  return args[at - 1] === path
    ? args[at - 2]
    : args[at - 2]?.startsWith("--ro") === true
      ? `${args[at - 2]} ${args[at - 1]}`
      : args[at - 1];
}

/** What arguments mount, in their order: something empty, something that is only read, or something that is written. */
function mountsOf(args: readonly string[]): readonly { readonly to: string; readonly how: string }[] {
  return args.flatMap((one, at) => {
    const [first = "", second = ""] = args.slice(at + 1);
    if (one === "--tmpfs") return [{ to: first, how: "hidden" }];
    if (one === "--ro-bind") return [{ to: second, how: first === "/dev/null" ? "hidden" : "kept" }];
    if (one === "--proc") return [{ to: first, how: "processes" }];
    return one === "--bind" ? [{ to: second, how: "open" }] : [];
  });
}

describe("box-composes", () => {
  test("a path that is hidden and kept stays hidden", () => {
    const both = { ...SEEN, hidden: [place("/w/.env")], kept: [place("/w/.env")] };
    expect(mountOf(both, "/w/.env")).toBe("--ro-bind /dev/null");
    const args = bubblewrapArguments(WIDEST, both);
    expect(args.filter((one) => one === "/w/.env")).toHaveLength(1);
  });

  test("what is hidden in a kept folder stays hidden, and what is kept in a hidden one is not shown", () => {
    const inKept = bubblewrapArguments(WIDEST, {
      ...SEEN,
      hidden: [place("/w/c/key")],
      kept: [place("/w/c", true)],
    });
    expect(inKept.join(" ")).toMatch(/--ro-bind \/w\/c \/w\/c.*--ro-bind \/dev\/null \/w\/c\/key/);
    const inHidden = { ...SEEN, hidden: [place("/w/s", true)], kept: [place("/w/s/k")] };
    expect(bubblewrapArguments(WIDEST, inHidden)).not.toContain("/w/s/k");
  });

  test("the folders above a kept path are mounts, which cannot be renamed", () => {
    const args = bubblewrapArguments(WIDEST, { ...SEEN, kept: [place("/w/a/b/c")] }).join(" ");
    expect(args).toContain("--bind /w /w --bind /w/a /w/a --bind /w/a/b /w/a/b --ro-bind /w/a/b/c /w/a/b/c");
  });

  test("so are those above a hidden one: it is not moved to a name that no policy has", () => {
    const args = bubblewrapArguments(WIDEST, { ...SEEN, hidden: [place("/w/a/.aws/x")] }).join(" ");
    expect(args).toContain("--bind /w/a /w/a --bind /w/a/.aws /w/a/.aws");
  });

  test("law: whatever is hidden or kept where, no other mount shows or opens it again", () => {
    const folder = fc
      .array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 })
      .map((names) => `/w/${names.join("/")}`);
    const places = fc.array(
      fc
        .tuple(folder, fc.boolean())
        .map(([path, isFolder]) => place(isFolder ? path : `${path}/file`, isFolder)),
      { maxLength: 5 },
    );
    assertLaw(
      fc.property(places, places, fc.array(folder, { maxLength: 2 }), (hidden, kept, own) => {
        const ownFolders = own.map((one) => ({ path: one, from: `/state${one}` }));
        const mounts = mountsOf(bubblewrapArguments(WIDEST, { ...SEEN, hidden, kept, ownFolders }));
        const over = (one: string) => mounts.findLast(({ to }) => one === to || one.startsWith(`${to}/`));
        for (const one of hidden) expect(over(one.path)?.how).toBe("hidden");
        for (const one of kept) expect(over(one.path)?.how).not.toBe("open");
      }),
    );
  });

  test("law: in mounts that are shared a call finds what it finds in its own, and what is a call's own is made for each", () => {
    const folder = fc
      .tuple(
        fc.constantFrom("/w", "/w/a", "/home", "/run", "/run/a", "/var/tmp", "/proc", "/etc"),
        fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
      )
      .map(([top, names]) => [top, ...names].join("/"));
    const places = fc.array(
      fc.tuple(folder, fc.boolean()).map(([path, isFolder]) => place(path, isFolder)),
      { maxLength: 4 },
    );
    let shared = 0;
    assertLaw(
      fc.property(places, places, fc.array(folder, { maxLength: 2 }), (hidden, kept, own) => {
        const ownFolders = [...own, "/tmp"].map((path) => ({ path, from: `/state${path}` }));
        const seen = { ...SEEN, hidden, kept, ownFolders, needed: ["/run/resolv.conf"] };
        const box = bubblewrapBox(WIDEST, seen);
        const paths = [...hidden, ...kept, ...ownFolders].map(({ path }) => path);
        const isOwn = paths.some((one) => /^\/(?:run|var\/tmp|proc)\//.test(one));
        if (box.kept === undefined) {
          expect(isOwn).toBe(true);
          return;
        }
        shared++;
        const over = (args: readonly string[], path: string) =>
          mountsOf(args).findLast(({ to }) => path === to || path.startsWith(`${to}/`) || to === "/");
        for (const path of [
          ...paths,
          "/w/new",
          "/etc/x",
          "/run/x",
          "/run/resolv.conf",
          "/var/tmp/x",
          "/proc/1",
        ])
          expect(over([...box.kept.make, ...box.kept.args], path)).toEqual(over(box.args, path));
        for (const one of ["/run", "/var/tmp", "/proc"]) expect(box.kept.args).toContain(one);
        // All that is not mounted for each call is asked for when the mounts are there.
        const ofCall = mountsOf(box.kept.args).map(({ to }) => to);
        const made = mountsOf(box.kept.make).map(({ to }) => to);
        expect(new Set([...box.kept.targets.keys(), ...ofCall, "/", "/tmp"])).toEqual(
          new Set([...made, ...ofCall]),
        );
      }),
    );
    expect(shared).toBeGreaterThan(0);
  });

  test("mounts are not shared where a call has a `/tmp` of its own", () => {
    expect(bubblewrapBox(WIDEST, SEEN).kept).toBeUndefined();
    const ownFolders = [{ path: "/tmp", from: "/state/tmp" }];
    const { args, kept } = bubblewrapBox(WIDEST, { ...SEEN, ownFolders });
    // No more is taken away from the process of a call than by itself.
    const after = (all: readonly string[] = []): readonly string[] => all.slice(all.indexOf("--unshare-all"));
    expect(after(kept?.args)).toEqual(after(args));
    expect(after(args)).toContain("--disable-userns");
  });

  test("the order in which places were found means nothing", () => {
    const hidden = [place("/w/.env"), place("/h/.ssh", true), place("/w/b/.env")];
    const kept = [place("/w/a/x"), place("/w/c", true)];
    const one = bubblewrapArguments(WIDEST, { ...SEEN, hidden, kept });
    const other = bubblewrapArguments(WIDEST, {
      ...SEEN,
      hidden: hidden.toReversed(),
      kept: kept.toReversed(),
    });
    expect(other).toEqual(one);
  });

  test("a network of hosts is none without a proxy, and variables with secrets are dropped", () => {
    const hosts = { ...WIDEST, network: { kind: "hosts", hosts: ["a.example"] } } as const;
    expect(bubblewrapArguments(hosts, SEEN)).not.toContain("--share-net");
    expect(bubblewrapArguments(WIDEST, SEEN)).toContain("--share-net");
    expect(bubblewrapArguments(WIDEST, SEEN).join(" ")).toContain("--unsetenv API_KEY");
  });
});

const PROFILE: BoxProfile = {
  hidden: [
    { glob: "~/.ssh/**", except: [], policy: "p" },
    { glob: "**/.env", except: [], policy: "p" },
    { glob: "/etc/ssh/ssh_host_*_key", except: [], policy: "p" },
  ],
  kept: [
    { glob: "**/.gatehouse/**", except: [], policy: "p" },
    { glob: "./deploy/**", except: [], policy: "p" },
  ],
  writable: ["./"],
  network: { kind: "hosts", hosts: ["registry.example"] },
};

test("Claude Code's sandbox fails closed, and what it has no words for is said", () => {
  const { settings, unsaid } = claudeCodeSettings(PROFILE);
  expect(settings).toEqual({
    sandbox: {
      enabled: true,
      failIfUnavailable: true,
      allowUnsandboxedCommands: false,
      filesystem: { denyRead: ["~/.ssh"], denyWrite: [] },
      network: { allowedDomains: ["registry.example"] },
    },
  });
  // In a file of the user's a relative path is not one of the workspace.
  expect(unsaid).toEqual(["**/.env", "/etc/ssh/ssh_host_*_key", "**/.gatehouse/**", "./deploy"]);
});

test("Codex' permission profile hides after it keeps, and looks for patterns in the workspace", () => {
  const { settings, unsaid } = codexSettings(PROFILE);
  expect(settings).toEqual({
    default_permissions: "gatehouse",
    features: { network_proxy: true },
    permissions: {
      gatehouse: {
        extends: ":workspace",
        filesystem: {
          glob_scan_max_depth: 6,
          "~/.ssh": "deny",
          ":workspace_roots": { deploy: "read", ".gatehouse": "read", "**/.env": "deny" },
        },
        network: { enabled: true, domains: { "registry.example": "allow" } },
      },
    },
  });
  // Patterns are for what is denied alone: the program refuses a profile with others.
  expect(unsaid).toEqual(["/etc/ssh/ssh_host_*_key", "**/.gatehouse/**"]);
});

test("Codex' permission profile shows nothing by an exact path that a pattern denies", () => {
  const kept = ["**/.env", "**/.claude/**", "./keys/a.pem"].map((glob) => ({
    glob,
    except: [],
    policy: "p",
  }));
  const hidden = ["**/.env", "**/*.pem"].map((glob) => ({ glob, except: [], policy: "p" }));
  expect(codexSettings({ ...PROFILE, hidden, kept }).settings).toMatchObject({
    permissions: {
      gatehouse: {
        filesystem: { ":workspace_roots": { ".claude": "read", "**/.env": "deny", "**/*.pem": "deny" } },
      },
    },
  });
  const { settings } = codexSettings({ ...PROFILE, hidden, kept });
  expect(JSON.stringify(settings)).not.toMatch(/"(?:\.env|keys\/a\.pem)":"read"/);
});

test("Codex' permission profile names one path of each folder: it does not start where two are in one that is not there", () => {
  const globs = [
    "**/.a/x",
    "**/.a/y/**",
    "**/.b/x",
    "**/bin/x",
    "**/c.json",
    "./d/x",
    "./e/x",
    "./e/y",
    "./f/**",
    "./f/x",
  ];
  const kept = globs.map((glob) => ({ glob, except: [], policy: "p" }));
  const { settings, unsaid } = codexSettings({ ...PROFILE, hidden: [], kept });
  expect(settings).toMatchObject({
    permissions: {
      gatehouse: {
        filesystem: {
          ":workspace_roots": { ".a": "read", ".b/x": "read", "c.json": "read", "d/x": "read", f: "read" },
        },
      },
    },
  });
  expect(unsaid).toEqual(["**/.a/x", "**/.a/y/**", "**/.b/x", "**/bin/x", "**/c.json", "./e/x", "./e/y"]);
});

test("what stays open of a hidden place that the home or the workspace may be in has no words, and no path in a hidden one is named", () => {
  const wide = { glob: "/root/**", except: ["./**", "~/**"], policy: "p" };
  const hidden = [wide, ...["/a/**", "/a/b"].map((glob) => ({ glob, except: [], policy: "p" }))];
  const codex = codexSettings({ ...PROFILE, hidden });
  expect(JSON.stringify(codex.settings)).toContain('"/a":"deny"');
  expect(JSON.stringify(codex.settings)).not.toMatch(/"\/a\/b"|"\/root"/);
  for (const generate of [codexSettings, claudeCodeSettings, sandboxRuntimeSettings]) {
    const { settings, unsaid } = generate({ ...PROFILE, hidden });
    expect(unsaid).toContain("/root/**");
    expect(JSON.stringify(settings)).not.toContain("/root");
  }
});

test("Cursor has words for the network alone, sandbox-runtime for plain paths", () => {
  expect(cursorSettings(PROFILE)).toMatchObject({
    settings: { networkPolicy: { default: "deny", allow: ["registry.example"] } },
    unsaid: { length: 5 },
  });
  expect(sandboxRuntimeSettings({ ...PROFILE, network: { kind: "host" } })).toMatchObject({
    settings: { filesystem: { denyRead: ["~/.ssh"], allowWrite: ["."], denyWrite: ["./deploy"] } },
    unsaid: expect.arrayContaining(["every host", "**/.env"]) as readonly string[],
  });
});

test.each([
  ["/a/**/.env", "/a/.env", true],
  ["/a/**/.env", "/a/b/c/.env", true],
  ["/a/**/.env", "/b/.env", false],
  ["/a/*.key", "/a/x.key", true],
  ["/a/*.key", "/a/b/x.key", false],
  ["/a/**", "/a", true],
  ["/a/[bc]?x", "/a/b-x", true],
  ["/a/[!b]*", "/a/b", false],
  ["/a/*a*a*a*b", `/a/${"a".repeat(60)}`, false],
])("%s and %s: %s", (glob, path, expected) => {
  expect(matchesGlob(segmentsOf(glob), segmentsOf(path))).toBe(expected);
});
