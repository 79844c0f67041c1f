import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

/** What starts processes without end. */
const ENDLESS = [
  "while true; do work & done",
  "until false; do work & done",
  "while /bin/true; do work & done",
  "until /usr/bin/false; do work & done",
  "until ! :; do work & done",
  "while [ 1 ]; do work & done",
  "while [[ x ]]; do work & done",
  "while [[ 1 -lt 2 ]]; do work & done",
  "while ! test ''; do work & done",
  "while ((1)); do { if a; then work & fi; }; done",
  "for ((;;)); do work & done",
  "for ((i=0;;i++)); do work $i & done",
  "i=0; while [ 1 = 1 ]; do i=$((i+1)); work $i & done",
  "while true; do work & if false; then wait; fi; done",
  "while true; do work & if a; then wait; fi; done",
  "while true; do work & if false; then break; fi; done",
  "while true; do first & wait; second & done",
  "while true; do first & second & wait -n; done",
  "while true; do wait; work & disown; done",
  "while true; do (work &); wait; done",
  "while true; do bash -c 'work &'; done",
  "while true; do for i in 1 2; do work & done; done",
  "while true; do (exit); work & done",
  "while true; do coproc work; done",
  "f() { work & }; while :; do f; done",
  "while sleep 1; do work & done",
  "while echo; do work & done",
  "f() { while :; do work & done; }; if a; then f; fi",
  "bash -c 'while :; do work & done'",
  "f() { $(work | f); }; f",
  "f() { x=$(f &); }; f",
];

/** What looks like it and ends, or waits. */
const BOUNDED = [
  "while true; do work & wait; done",
  "while true; do work & wait $!; done",
  'while true; do work & pid=$!; sleep 1; wait "$pid"; done',
  "while true; do first & second & wait -n; wait; done",
  "while true; do for i in 1 2; do work & done; wait; done",
  "while true; do sleep 1; done",
  "work & while true; do sleep 1; done",
  "while read x; do work & done < list",
  "for i in 1 2 3; do work & done; wait",
  "for ((i=0;i<500;i++)); do work & done",
  "i=0; while ((i<500)); do work & ((i++)); done",
  "while [ -f x ]; do work & done",
  "while [ 1 -gt 2 ]; do work & done",
  "while false; do work & done",
  "while true; do work & if a; then break; fi; done",
  "while true; do work & if a; then exit 1; fi; done",
  "while true; do work & for i in 1 2; do a && break 2; done; done",
  "f() { while true; do work & a && return; done; }; f",
  "g() { exit; }; while true; do work & a && g; done",
  "while true; do x=$(work & echo); done",
  "while sleep 1; do work & wait; done",
  "while sleep 1; do work & a && break; done",
  "until sleep 1; do work & done",
  "f() { if [ $1 -le 1 ]; then echo 1; else echo $(( $1 * $(f $(($1-1))) )); fi; }; f 5",
  'f() { [ -z "$1" ] || x=$(f "${1#?}"); }; f abc',
];

describe("processes multiply", () => {
  test.each(ENDLESS)("%s", (run) => {
    expect(factsOf(run).actions).toMatchObject([{ kind: "process.fork-bomb" }]);
  });

  test("what starts them is named", () => {
    const run = "until false; do work & done";
    const [action] = factsOf(run).actions;
    expect(action).toMatchObject({ by: "until", certainty: "exact" });
    expect(run.slice(...(action?.span ?? []))).toContain("work");
  });
});

describe("processes do not multiply", () => {
  test.each(BOUNDED)("%s", (run) => {
    expect(factsOf(run).actions).toEqual([]);
  });
});

describe("what comes after much else is found", () => {
  test.each([
    "for i in {1..40}; do for j in {1..40}; do for k in {1..40}; do : $i$j$k; done; done; done; rm -rf /etc",
    "i=0; while ((i<1000)); do for j in {1..9}; do for k in {1..9}; do :; done; done; ((i++)); done; rm -rf /etc",
    "for i in {1..24}; do for j in {1..24}; do rm x$i-$j; done; done; rm -rf /etc",
    "rm x{1..250}; rm -rf /etc",
    "rm -rf /etc; f() { f; f; }; f",
    "rm -rf /etc; for i in {1..9999}; do :; done",
    "while true; do rm -rf /etc; done",
  ])("%s", (run) => {
    expect(factsOf(run).deletes).toContainEqual(expect.objectContaining({ path: "/etc", tree: true }));
  });
});
