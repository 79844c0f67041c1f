import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../assert-law.js";
import { deniedCommands, judge } from "./padded.js";

const quoted = (code: string): string => `'${code.replaceAll("'", "'\\''")}'`;

/** What may stand before a command, and changes nothing of it. */
const BEFORE: readonly string[] = [
  "ls -la",
  "echo '#' \"it's\"",
  "x=1 y='a b'",
  "cat > notes.txt <<'EOF'\nsome ' text $( here\nEOF",
  "f() { :; }",
  "for i in a b; do echo $i; done",
  "[ -e a ] || echo no",
  "# a comment with ' and \" and `",
  "test -f a && . ./a.sh || true",
  "case $1 in a) b;; esac",
  "git status | head -n 3 > /dev/null 2>&1",
  "trap ':' EXIT",
  "set -euo pipefail",
  'echo "$(( 1 << 2 ))" ${x:-}',
  "wurst --unknown 'option'",
];

/** What may be around it. */
const AROUND: readonly ((command: string) => string)[] = [
  (c) => `sh -c ${quoted(c)}`,
  (c) => `bash -ec ${quoted(c)}`,
  (c) => `env A=1 bash -c ${quoted(c)}`,
  (c) => `sudo nice -n 5 sh -c ${quoted(c)}`,
  (c) => `eval ${quoted(c)}`,
  (c) => `echo ${quoted(c)} | sh`,
  (c) => `sh <<'END_OF_IT'\n${c}\nEND_OF_IT`,
  (c) => `(\n${c}\n)`,
  (c) => `{\n${c}\n}`,
  (c) => `if true; then\n${c}\nfi`,
  (c) => `if false; then :; else\n${c}\nfi`,
  (c) => `for n in 1 2; do\n${c}\ndone`,
  (c) => `until\n${c}\ndo :; done`,
  (c) => `g() {\n${c}\n}; g`,
  (c) => `echo "$(\n${c}\n)"`,
  (c) => `cat <(\n${c}\n)`,
  (c) => `trap ${quoted(c)} EXIT`,
  (c) => `echo x | xargs -I{} sh -c ${quoted(c)}`,
  (c) => `find . -maxdepth 0 -exec sh -c ${quoted(c)} ';'`,
  (c) => `timeout 9 wurst sh -c ${quoted(c)}`,
];

const commands = deniedCommands(150);

interface Hiding {
  readonly command: string;
  readonly text: string;
}

const hidings: fc.Arbitrary<Hiding> = fc
  .record({
    command: fc.constantFrom(...commands),
    before: fc.array(fc.constantFrom(...BEFORE), { maxLength: 3 }),
    around: fc.array(fc.constantFrom(...AROUND), { maxLength: 3 }),
    behind: fc.array(fc.constantFrom(...BEFORE), { maxLength: 2 }),
  })
  .map(({ command, before, around, behind }) => ({
    command,
    text: [...before, around.reduce((all, one) => one(all), command), ...behind].join("\n"),
  }));

const law = (judged: typeof judge): fc.IProperty<[Hiding]> =>
  fc.property(hidings, ({ text }) => {
    const { effect, complete } = judged(text);
    if (effect !== "deny" && effect !== "ask") expect(complete, text).toBe(false);
  });

test("nothing hides: what is denied is never complete and silent, whatever is before, around and behind it", () => {
  expect(commands.length).toBeGreaterThan(10);
  assertLaw(law(judge), { quick: 40 });
});

test("nothing hides: a judge that reads the first line is caught", () => {
  const mutant: typeof judge = (command) => judge(command.split("\n")[0] ?? "");
  expect(() => fc.assert(law(mutant), { numRuns: 200 })).toThrow();
});
