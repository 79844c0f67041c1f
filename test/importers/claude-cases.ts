import fc from "fast-check";

/** Lists of rules of commands. */
export interface ClaudePermissions {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
}

const program = fc.constantFrom("git", "npm", "make", "unknown-tool");
const word = fc.constantFrom("push", "run", "test", "install", "main", "--force", "-v");
const words = fc.uniqueArray(word, { maxLength: 3 });
const rule = fc
  .tuple(program, words, fc.constantFrom("", ":*", " *"))
  .map(([name, rest, end]) => `Bash(${[name, ...rest].join(" ")}${end})`);
const rules = fc.uniqueArray(rule, { maxLength: 3 });
const plain = fc.tuple(program, words).map(([name, rest]) => [name, ...rest].join(" "));
const command = fc.oneof(
  { weight: 3, arbitrary: plain },
  fc.tuple(plain, plain).map((both) => both.join(" && ")),
  plain.map((one) => `timeout 5 ${one}`),
);

/** Rules, and a command line in their words. */
export const claudeCase: fc.Arbitrary<{ readonly permissions: ClaudePermissions; readonly command: string }> =
  fc.record({
    permissions: fc.record({ deny: rules, ask: rules, allow: rules }),
    command,
  });

/**
 * What Claude Code's documents say of a command line: the commands of a list are compared one by one, `timeout` before one is
 * left out; `:*` and a last ` *` are a beginning, the word by itself included. Deny, then ask, then allow, which needs every command.
 */
export function claudeEffect(
  permissions: ClaudePermissions,
  line: string,
): "deny" | "ask" | "allow" | "abstain" {
  const commands = line.split(" && ").map((one) => one.replace(/^timeout 5 /, ""));
  const matches = (list: readonly string[], one: string): boolean =>
    list.some((text) => matchesRule(text, one));
  if (commands.some((one) => matches(permissions.deny, one))) return "deny";
  if (commands.some((one) => matches(permissions.ask, one))) return "ask";
  return commands.every((one) => matches(permissions.allow, one)) ? "allow" : "abstain";
}

function matchesRule(text: string, line: string): boolean {
  const what = text.slice("Bash(".length, -1);
  const start = what.replace(/(?::\*| \*)$/, "");
  return start === what ? line === what : line === start || line.startsWith(`${start} `);
}
