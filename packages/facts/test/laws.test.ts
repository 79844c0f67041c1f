import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw, isLaterTier, slowLaw } from "../../../test/assert-law.js";
import { jsonLines } from "../../../test/json-lines.js";
import { type Facts, type PathFact, PROGRAMS } from "../src/index.js";
import { factsOf, makerWith, toolFacts, withoutSpans } from "./facts-of.js";

/** Makes facts of a command; a mutant is one that breaks a law. */
type Make = (command: string) => Facts;

const commands = jsonLines<{ readonly command: string }>(
  "../../../test/vectors/commands.jsonl",
  import.meta.url,
).map(({ command }) => command);
/** Commands without quotes of their own end, comments, or a syntax that does not stand before `;`. */
const closed = commands.filter(
  (one) => !/[#\n\\]|<<|&\s*$|;\s*$/.test(one) && !codesOf(factsOf(one)).includes("syntax"),
);

const anyCommand = fc.constantFrom(...commands);

function codesOf({ unknown }: Facts): readonly string[] {
  return unknown.map(({ code }) => code);
}

/** States a law, and that it catches a broken maker. */
function testLaw<Case>(name: string, law: (make: Make) => fc.IProperty<Case>, mutant: Make): void {
  test(
    name,
    () => {
      assertLaw(law(factsOf), slowLaw(250));
    },
    1_200_000,
  );
  // The quick tier has tried that.
  if (isLaterTier()) return;
  test(`${name}: a broken maker is caught`, () => {
    expect(() => fc.assert(law(mutant), { numRuns: 5_000, endOnFailure: true })).toThrow();
  });
}

/** States a law for every row and every form, more than a draw of 20,000 would try, and that it catches a broken maker. */
function testEvery(
  name: string,
  rows: readonly string[],
  forms: readonly string[],
  law: (make: Make, row: string, form: string, effectsOf: EffectsOf) => void,
  mutant: Make,
  maker: Make = factsOf,
): void {
  const every = (make: Make): void => {
    const effectsOf = effectsOnce(make);
    for (const form of forms) for (const row of rows) law(make, row, form, effectsOf);
  };
  test(
    name,
    () => {
      every(maker);
    },
    1_200_000,
  );
  test(`${name}: a broken maker is caught`, () => {
    expect(() => {
      every(mutant);
    }).toThrow();
  });
}

/** What a command does by itself, of which each form of it is held against the same. */
type EffectsOf = (command: string) => ReadonlySet<string>;

function effectsOnce(make: Make): EffectsOf {
  const known = new Map<string, ReadonlySet<string>>();
  return (command) => {
    const found = known.get(command) ?? effects(make(command));
    known.set(command, found);
    return found;
  };
}

/** Asserts that what is done is done still; a matcher for each of a hundred thousand facts would cost seconds. */
function expectKept(before: ReadonlySet<string>, after: ReadonlySet<string>, command: string): void {
  const gone = [...before].filter((one) => !after.has(one));
  if (gone.length > 0) expect({ command, gone }).toEqual({ command, gone: [] });
}

/** What is done, without where it is written and what runs it. */
function effects(facts: Facts): ReadonlySet<string> {
  const paths = (list: string, all: readonly PathFact[]): string[] =>
    all.map(({ path, home, tree, op, list: names }) => JSON.stringify([list, path, home, tree, op, names]));
  return new Set([
    ...paths("reads", facts.reads),
    ...paths("writes", facts.writes),
    ...paths("deletes", facts.deletes),
    ...facts.actions.map(({ kind, target }) => JSON.stringify(["action", kind, target])),
    ...facts.network.map(({ url, host }) => JSON.stringify(["network", url, host])),
    ...facts.executes.map(({ from, lang, path }) => JSON.stringify(["executes", from, lang, path])),
    ...facts.unknown.map(({ code, text }) => JSON.stringify(["unknown", code, code === "limit" ? "" : text])),
  ]);
}

const words = fc.array(
  fc.stringMatching(/^[a-z0-9 ./*$~"'\\-]{1,6}$/).filter((one) => one !== ""),
  { minLength: 1, maxLength: 4 },
);

function single(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function double(text: string): string {
  return `"${text.replace(/["$`\\]/g, String.raw`\$&`)}"`;
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, String.raw`\$&`);
}

testLaw(
  "quoting: equal argv, equal facts",
  (make) =>
    fc.property(fc.constantFrom("rm", "cp -r", "cat", "grep x", "chmod 7"), words, (program, args) => {
      const [first, ...others] = [single, double, escaped].map((quote) =>
        JSON.stringify(withoutSpans(make(`${program} -- ${args.map(quote).join(" ")}`))),
      );
      for (const other of others) expect(other).toBe(first);
    }),
  (command) => factsOf(command.replace(/"/g, "")),
);

testEvery(
  "data: text that nothing runs gives no fact about its content",
  commands,
  ["echo", "printf %s", ": ", "git commit -m", "grep -c"],
  (make, text, program, effectsOf) => {
    const found = [...effects(make(`${program} ${single(text)}`))].join(" ");
    const expected = [...effectsOf(`${program} 'x'`)].join(" ");
    if (found !== expected) expect({ text, program, found }).toEqual({ text, program, found: expected });
  },
  (command) => factsOf(command.replaceAll("'", "")),
);

testEvery(
  "monotone: a statement more takes nothing away",
  closed.filter((one) => !/\bexit\b|\bexec\b|\breturn\b/.test(one)),
  ["ls -la; X", "X; ls -la", "if true; then X; fi", "true && { X; }", "( X )", "{ X; } | cat"],
  (make, command, form, effectsOf) => {
    expectKept(effectsOf(command), effects(make(form.replace("X", () => command))), command);
  },
  (command) => (command.startsWith("if ") ? factsOf("true") : factsOf(command)),
);

testLaw(
  "total: any text gives facts, and says whether it was understood",
  (make) =>
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), mutated()), (text) => {
      const found = make(text);
      expect(found.complete).toBe(found.unknown.length === 0);
      for (const list of Object.values(found))
        if (Array.isArray(list)) expect(list.length).toBeLessThanOrEqual(200);
      expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    }),
  (command) => ({ ...factsOf(command), complete: true }),
);

/** A command of the rows with characters replaced, doubled or gone. */
function mutated(): fc.Arbitrary<string> {
  const change = fc.tuple(
    fc.nat(400),
    fc.constantFrom("", "'", '"', "$(", ")", "`", "{", "}", "|", "<<", "\\", "\n", "$", ";", "&", "~", "*"),
  );
  return fc
    .tuple(anyCommand, fc.array(change, { maxLength: 4 }))
    .map(([command, changes]) =>
      changes.reduce(
        (text, [at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
        command,
      ),
    );
}

testLaw(
  "unknown is strict: a word that is not known is never understood",
  (make) =>
    fc.property(
      fc.constantFrom(
        "rm -rf X",
        "cat X",
        "cp X b",
        "mv a X",
        "tee X",
        "bash -c X",
        "eval X",
        "X a",
        "curl X",
        "sudo X",
        "git -C X clean -f",
        "chmod 7 X",
      ),
      (form) => {
        expect(make(form.replace("X", '"$UNKNOWN"')).complete).toBe(false);
      },
    ),
  (command) => ({ ...factsOf(command), complete: true }),
);

testLaw(
  "tools agree: a file is written the same way by each",
  (make) =>
    fc.property(fc.stringMatching(/^[a-z~/.]{1,12}$/), (path) => {
      fc.pre(!path.includes("~") && !path.endsWith("/") && !/(?:^|\/)\.{1,2}$/.test(path));
      const spelled = (facts: Facts): unknown =>
        facts.writes.map(({ path: at, home, local, tree, op }) => ({ at, home, local, tree, op }));
      expect(spelled(make(`echo x > ${path}`))).toEqual(spelled(toolFacts("Write", { file_path: path })));
      expect(spelled(make(`echo x | tee ${path}`))).toEqual(spelled(toolFacts("Write", { file_path: path })));
    }),
  (command) => factsOf(command.replace(" > ", " >> x ")),
);

/** A row of a user for programs that have rows. */
const ownRow = {
  name: ["rm", "cat", "git", "curl", "ls", "find", "bash"],
  loose: true,
  operands: "write*",
  tests: [{ run: "rm" }],
};

testEvery(
  "table: more tables remove no fact",
  commands,
  ["X"],
  (make, command) => {
    expectKept(effects(factsOf(command)), effects(make(command)), command);
  },
  makerWith([], [], [{ ...ownRow, name: "rm" }, ...PROGRAMS.filter(({ name }) => !name.includes("rm"))]),
  makerWith([ownRow]),
);

/** Wrappers that keep what they wrap and its input. */
const WRAPPERS = [
  ..."sudo,env,nohup,nice,nice -n 5,timeout 5,setsid,stdbuf -oL,command,exec,time,ionice -c 3,chrt 1,doas,busybox".split(
    ",",
  ),
  ..."sudo -u root --,env A=b,env -u X,timeout -s KILL 5,nohup nice,sudo env nice,strace -f,systemd-run --user".split(
    ",",
  ),
];
const simpleCommands = closed.filter(
  (one) => /^(?:rm|cp|mv|chmod|cat|dd|tee|shred|mkfs|curl|tar) /.test(one) && !/[|&;()<>$`]/.test(one),
);

testEvery(
  "wrappers: what is wrapped does what it did",
  simpleCommands,
  WRAPPERS,
  (make, command, wrapper, effectsOf) => {
    expectKept(effectsOf(command), effects(make(`${wrapper} ${command}`)), command);
  },
  (command) => factsOf(command.replace(/^env .*/, "true")),
);

testEvery(
  "wrappers: so does code in another shell",
  // What reads standard input reads something else there.
  closed.filter((one) => !/\$|`|~|\bexit\b|\{\}|xargs|parallel/.test(one)),
  [
    "bash -c C",
    "eval C",
    "sudo bash -c C",
    "echo C | bash",
    "bash <<< C",
    "su -c C",
    "trap C EXIT",
    "xargs -I{} bash -c C <<< a",
  ],
  (make, command, form, effectsOf) => {
    const done = [...effectsOf(command)].filter((one) => !one.startsWith('["unknown"'));
    expectKept(new Set(done), effects(make(form.replace("C", () => single(command)))), command);
  },
  (command) => factsOf(command.replace("eval", "echo")),
);
