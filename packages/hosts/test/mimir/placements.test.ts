import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { everyNth } from "../../../../test/assert-law.js";
import { placeVariables } from "../../src/mimir/shell/place-variables.js";
import { variablesOf } from "../../src/mimir/variables.js";
import { ACCEPTED, REFUSED } from "./placements.js";

const EVENT = "pre-bash-execution";
const VARIABLES = variablesOf(EVENT);
const place = (command: string): ReturnType<typeof placeVariables> =>
  placeVariables(command, VARIABLES, EVENT);

describe("a value stands only where it is known to be data (M4)", () => {
  test.each(REFUSED)("refused: %s", (command) => {
    const { command: placed, problems } = place(command);
    expect(placed).toBeNull();
    expect(problems.map(({ code }) => code)).toContain("unsafe-variable");
    for (const { cure } of problems) expect(cure).not.toBe("");
  });

  test.each(ACCEPTED)("accepted: %s", (command) => {
    const { command: placed, problems } = place(command);
    expect(problems).toEqual([]);
    expect(placed).not.toBeNull();
  });

  test("what is refused without a value in it is the author's own affair", () => {
    for (const command of REFUSED) {
      const literal = command.replaceAll(/\{(?:bash_command|agent_id|working_dir)\}/g, "x");
      expect(place(literal).command, command).toBe(literal);
    }
  });

  test("a program that is not known is refused with a way that works", () => {
    const { problems } = place("my-notifier --text {bash_command}");
    expect(problems[0]?.message).toContain("in an argument of `my-notifier`");
    expect(problems[0]?.cure).toContain("./hook.sh {bash_command}");
    expect(place("./hook.sh {bash_command}").problems).toEqual([]);
  });
});

/** Values that run something where they are code, an option, a redirection or a file's name. */
const PAYLOADS = [
  "$(touch /tmp/p/a)`touch /tmp/p/b`",
  "; touch /tmp/p/c;\ntouch /tmp/p/d\n",
  "' ; touch /tmp/p/e; '\" ; touch /tmp/p/f; \"",
  "a[$(touch /tmp/p/g)]",
  "touch /tmp/p/h |",
  "-c touch /tmp/p/i",
  "s/x/touch \\/tmp\\/p\\/j/e",
  "x\nEOF\ntouch /tmp/p/k\n",
];

/** What the accepted commands call and a machine need not have: each prints its arguments. */
const STAND_INS =
  "hook.sh scripts/check hooks/check.py bin/check.sh check.sh validate.py scripts/validate-command.py check.py check.js scripts/check.mjs check.rb check.php check.lua".split(
    " ",
  );

/** They would look for a network, or for a desktop: each prints its arguments. */
const PROGRAMS = "npx npm pnpm curl notify-send logger sudo".split(" ");

describe("in a box, no accepted command runs what a value says (M4)", () => {
  test("bash, with every payload in every place", () => {
    const script = [
      "cd /tmp/work; mkdir -p scripts bin backup logs hooks; export HOME=/tmp/work",
      ...STAND_INS.map(
        (name) => `printf '%s\\n' '#!/bin/sh' 'printf "%s\\n" "$@"' >${name}; chmod +x ${name}`,
      ),
      "mkdir /tmp/bin",
      ...PROGRAMS.map((name) => `cp hook.sh /tmp/bin/${name}`),
      "export PATH=/tmp/bin:$PATH",
      "echo allowed >allowed.txt",
      "i=0",
      ...everyNth(3, ACCEPTED).flatMap((command) => {
        const placed = place(command).command ?? "";
        return PAYLOADS.map(
          (payload) =>
            `( unset -f x; ${[...VARIABLES.values()]
              .map(({ name, type }) =>
                type === "number"
                  ? `export MIMIR_${name}=0`
                  : name === "working_dir"
                    ? `export MIMIR_${name}=/tmp/work`
                    : `export MIMIR_${name}=${quoted(payload)} MIMIR_json_${name}=${quoted(JSON.stringify(payload).slice(1, -1))}`,
              )
              .join(
                "; ",
              )}; cd /tmp/work; eval ${quoted(placed)} ) </dev/null >/dev/null 2>&1; if [ -n "$(ls /tmp/p)" ]; then printf '%s\\n' ${quoted(`${command} <- ${payload}`)}; rm -rf /tmp/p/*; fi`,
        );
      }),
      // Spliced, a payload is seen.
      `( eval "echo "${quoted(PAYLOADS[0] ?? "")} ) >/dev/null 2>&1; [ -n "$(ls /tmp/p)" ] && echo over`,
    ].join("\n");
    const { stdout, stderr, status } = spawnSync(
      "bwrap",
      "--unshare-all --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --dir /tmp/work --dir /tmp/p --clearenv --setenv PATH /usr/bin:/bin"
        .split(" ")
        .concat(["bash"]),
      { input: script, encoding: "utf8", timeout: 120_000 },
    );
    expect({ stdout, status }, stderr).toEqual({ stdout: "over\n", status: 0 });
  }, 130_000);
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
