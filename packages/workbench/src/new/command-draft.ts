import { DERIVED } from "@gatehouse-hooks/local/places";
import { type NoDraft, type RuleDraft, shellCall, shellWord } from "./rule-draft.js";

/** A command as the facts say it. */
interface ReadCommand {
  readonly program: string | null;
  readonly sub: string;
  readonly args: readonly (string | null)[];
  readonly flags: readonly string[];
  readonly operands: readonly (string | null)[];
}

/**
 * A policy about a command: its program, subcommand, options in all spellings, and operands, wherever they are in a line.
 *
 * @param text one command, such as `git push --force`
 */
export function commandDraft(text: string): RuleDraft | NoDraft {
  const command = onlyCommand(text);
  if (command?.program == null)
    return {
      kind: "refused",
      message: `\`${text}\` is not one command whose program can be read`,
      cure: "write one command, as it is typed: git push --force",
    };
  const { program, sub } = command;
  const flags = flagsOf(command);
  const operands = command.operands.filter((one) => one !== null);
  const parts = [
    `c.program == ${JSON.stringify(program)}`,
    ...(sub === "" ? [] : [`c.sub == ${JSON.stringify(sub)}`]),
    ...flags.map((flag) => `c.flags.any(f, f == ${JSON.stringify(flag)})`),
    ...operands.map((operand) => `c.operands.any(o, o == ${JSON.stringify(operand)})`),
  ];
  const quoted = shellWord(text);
  const bare = [program, sub].filter((one) => one !== "").join(" ");
  return {
    kind: "draft",
    when: `facts.commands.any(c, ${parts.join(" && ")})`,
    about: text,
    stops: [
      shellCall("as it is typed", text),
      shellCall("in a shell in a folder", `cd sub && sh -c ${quoted}`),
    ],
    passes: [
      ...(flags.length + operands.length > 0 ? [shellCall("without the rest", bare)] : []),
      shellCall("talking about it", `git commit -m ${quoted}`),
      shellCall("printing it", `echo ${quoted}`),
    ],
  };
}

function onlyCommand(text: string): ReadCommand | undefined {
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: text } };
  const facts: { readonly commands?: readonly ReadCommand[] } = DERIVED.derive?.facts(event) ?? {};
  const { commands = [] } = facts;
  return commands.length === 1 ? commands[0] : undefined;
}

/** The options as they were written: `-rf` is `-r` and `-f`. The facts of another spelling name these, too. */
function flagsOf({ args, flags }: ReadCommand): readonly string[] {
  const found = args.flatMap((arg) => {
    if (!arg?.startsWith("-")) return [];
    const name = arg.split("=", 1)[0] ?? arg;
    if (flags.includes(name)) return [name];
    return Array.from(name.slice(1), (letter) => `-${letter}`).filter((one) => flags.includes(one));
  });
  return [...new Set(found)];
}
