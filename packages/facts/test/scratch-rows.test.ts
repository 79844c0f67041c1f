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
