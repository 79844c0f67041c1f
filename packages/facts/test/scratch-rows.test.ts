import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

function deletedBy(run: string): readonly (string | null)[] {
  return factsOf(run).deletes.map(({ path }) => path);
}

describe("what `mktemp` has made is where it makes it", () => {
  test.each([
    'tmp=$(mktemp -d); rm -rf "$tmp"',
    "tmp=`mktemp -d`; touch $tmp/a; rm -rf $tmp",
    'T=$(mktemp -d -t foo.XXXX) && cd "$T" && rm -rf "$T/x"',
    'd=$(mktemp -d /tmp/foo-XXXXXX); rm -rf "$d"/../b',
    'd=$(mktemp -d --tmpdir foo.XXX.d); rm -rf "${d}"',
    'd="$(mktemp -d -p /var/tmp)"; rm -rf "$d"/cache',
    'd=$(TMPDIR=/dev/shm mktemp -d); rm -rf "$d"',
    'd=$(mktemp -d --suffix=.x); cd "$d" && rm -rf y',
    "tmp=$(mktemp -d); trap 'rm -rf \"$tmp\"' EXIT",
    'tmp=$(mktemp -d) && trap \'rm -rf "$tmp"\' EXIT INT TERM; cp a "$tmp"',
    'set -e; tmp=$(mktemp -d); cleanup() { rm -rf "$tmp"; }; trap cleanup EXIT; x=1; make',
  ])("%s", (run) => {
    const paths = deletedBy(run);
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(path).toMatch(/^\/(?:tmp|var\/tmp|dev\/shm)\/./);
    expect(factsOf(run).unknown.map(({ code }) => code)).not.toContain("dynamic-argument");
  });

  test.each([
    ["d=$(mktemp -d -p ~); rm -rf $d", "/home/u/"],
    ["d=$(mktemp -d --tmpdir=/etc x.XXX); rm -rf $d", "/etc/x."],
    ["d=$(mktemp -d x.XXX); rm -rf $d", "/w/project/x."],
    ["export TMPDIR=/etc; d=$(mktemp -d); rm -rf $d", "/etc/tmp."],
    ["d=$(mktemp -d); rm -rf $d/../../etc", "/etc"],
  ])("%s", (run, start) => {
    expect(deletedBy(run).some((path) => path?.startsWith(start))).toBe(true);
  });

  test.each([
    'rm -rf "/tmp/$X/../../etc"',
    'rm -rf "/tmp/$X"/../../../etc',
    'cd "/tmp/$X"; rm -rf ../../etc',
  ])("%s: above what is not known nothing is", (run) => {
    for (const path of deletedBy(run)) expect(path ?? "").not.toMatch(/^\/tmp/);
  });

  test("a variable that may be another is not a temporary folder", () => {
    expect(deletedBy('d=$(mktemp -d); d=$X; rm -rf "$d"')).toEqual([null]);
  });
});

describe("code of a trap has what variables and functions are then", () => {
  test.each([
    "x=a; trap 'rm -rf \"$x\"' EXIT; x=~",
    "x=a; if b; then trap 'rm -rf \"$x\"' EXIT; fi; x=~",
    "if b; then x=a; trap 'rm -rf \"$x\"' EXIT; else c; fi; x=~",
    "x=a; trap -- 'rm -rf $x' 0; for x in b ~; do c; done",
    "x=a; trap 'rm -rf $x' EXIT; printf -v x %s ~",
    "x=a; trap 'rm -rf $x' EXIT; f() { x=~; }; f",
    "x=a; trap 'rm -rf $x' EXIT; trap 'x=~' USR1",
    "sh -c 'x=a; trap \"rm -rf \\$x\" EXIT; x=~'",
    "f() { :; }; trap f EXIT; f() { rm -rf ~; }",
    "x=a; trap 'rm -rf ~/$x' EXIT; unset x",
    "x=a; (trap 'rm -rf $x' EXIT; x=~)",
  ])("%s", (run) => {
    expect(factsOf(run).deletes.some(({ home, tree }) => /^~\/?$/.test(home ?? "") && tree)).toBe(true);
  });

  test.each([
    'x=a; trap \'rm -rf "$x"\' EXIT; eval "$y"',
    "x=a; trap 'rm -rf \"$x\"' EXIT; . ./other",
    "trap 'rm -rf \"$x\"' EXIT; x=a",
    "x=a; trap 'rm -rf $x' EXIT; declare -n r=x; r=~",
    "f() { local t=a; trap 'rm -rf \"$t\"' EXIT; }; f",
    `x=a; trap 'rm -rf "$x"' EXIT; ${Array.from({ length: 80 }, (_, i) => `v${i}=1`).join("; ")}`,
  ])("not known: %s", (run) => {
    expect(deletedBy(run)).toContain(null);
  });
});
