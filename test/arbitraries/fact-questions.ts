import fc from "fast-check";
import { conditionOf, type Question, structureOf } from "./small-questions.js";

const PROGRAMS = ["rm", "git", "curl", "sudo", "bash", "find", "python3", "docker", "echo", "cat"];
const FLAGS = ["-r", "-f", "--force", "-rf", "-c", "--hard", "-exec", "-X"];
const GLOBS = [
  "/**",
  "~/**",
  "./**",
  "/etc/**",
  "/tmp/**",
  "**/.env",
  "~/.ssh/**",
  "**/.git/**",
  "/dev/*",
  "~",
];
const KINDS = ["git.discard", "git.force-push", "git.clean", "disk.format", "privilege.raise", "db.destroy"];
const CODES = ["dynamic-command", "unknown-program", "opaque-code", "syntax", "dynamic-argument"];

const quoted = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values).map((one) => JSON.stringify(one));

function atomOf(
  parts: TemplateStringsArray,
  ...values: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  return fc.tuple(...values).map((given) => String.raw({ raw: parts }, ...given));
}

const program = quoted(PROGRAMS);
const flag = quoted(FLAGS);
const glob = quoted(GLOBS);
const lists = fc.constantFrom("reads", "writes", "deletes");
const loop = fc.constantFrom("any", "all");

/** Tests of what a command does, with constants that commands have. */
export const factTests: fc.Arbitrary<string> = fc.oneof(
  atomOf`facts.commands.${loop}(c, c.program == ${program})`,
  atomOf`facts.commands.any(c, c.program == ${program} && ${flag} in c.flags)`,
  atomOf`facts.commands.any(c, c.program in [${program}, ${program}] && !(${flag} in c.flags))`,
  atomOf`facts.commands.any(c, c.via.size() > 0 && c.program == ${program})`,
  atomOf`facts.commands.all(c, c.args.any(a, a.startsWith(${flag})))`,
  atomOf`facts.commands.size() > ${fc.constantFrom("0", "1", "2")}`,
  atomOf`facts.${lists}.any(w, w.touches(${glob}))`,
  atomOf`facts.${lists}.${loop}(w, w.within(${glob}))`,
  atomOf`facts.${lists}.any(w, w.${fc.constantFrom("in", "surely", "perhaps")}(${glob}))`,
  atomOf`facts.${lists}.any(w, w.in(${glob}, ${glob}))`,
  atomOf`facts.${lists}.any(w, w.path.glob(${glob}))`,
  atomOf`facts.${lists}.any(w, w.tree && w.certainty == "exact")`,
  atomOf`facts.${lists}.any(w, w.home != null && !w.touches(${glob}))`,
  atomOf`facts.${lists}.size() == ${fc.constantFrom("0", "1")}`,
  atomOf`facts.actions.any(a, a.kind == ${quoted(KINDS)})`,
  atomOf`facts.actions.any(a, a.kind.startsWith("git."))`,
  atomOf`facts.unknown.any(u, u.code == ${quoted(CODES)})`,
  atomOf`facts.network.any(n, n.direction == "out" || n.host.endsWith(".com"))`,
  fc.constantFrom(
    "facts.complete",
    "!facts.complete",
    "facts.executes.size() > 0",
    'facts.env.any(e, e.kind == "loader")',
  ),
  atomOf`params.command.includes(${program})`,
);

/** Questions of few tests, which often contradict each other. */
export const factQuestions: fc.Arbitrary<Question> = fc
  .array(factTests, { minLength: 1, maxLength: 3 })
  .chain((atoms) => {
    const condition = structureOf(fc.constantFrom(...atoms));
    return fc.tuple(
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      fc.array(condition, { maxLength: 2 }),
    );
  })
  .map(([hold, fail]) => ({
    hold: hold.map(conditionOf),
    fail: fail.map(conditionOf),
    text: [...hold, ...fail.map((one) => `not ${one}`)].join(" ; "),
  }));
