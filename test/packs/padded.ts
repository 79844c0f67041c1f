import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";
import { PADDINGS } from "./padding.table.js";
import { commandRows, ownRows } from "./rows.js";

/** What all packs say. */
export const judge = judgeByPacks(derive, false);

/** Commands of a shell that the packs deny: of each `many` rows the first one, since to judge all rows takes longer than what is asked. */
export function deniedCommands(many: number): readonly string[] {
  const all = new Set([...commandRows(), ...ownRows()].map(({ command }) => command));
  const commands = [...all].filter((command) => !command.startsWith("@"));
  const groups = Array.from({ length: Math.ceil(commands.length / many) }, (_, at) =>
    commands.slice(at * many, (at + 1) * many),
  );
  return groups.flatMap((group) => group.find(isDenied) ?? []);
}

function isDenied(command: string): boolean {
  const { effect, unknown } = judge(command);
  // What is not bash runs nowhere, and means something else with text around it.
  return effect === "deny" && !unknown.includes("syntax");
}

/** What passes once something is around it: `PADDING: COMMAND`. */
export function hiddenBy(commands: readonly string[], judged: typeof judge = judge): readonly string[] {
  return commands.flatMap((command) =>
    PADDINGS.filter(({ pad }) => !["deny", "ask"].includes(judged(pad(command)).effect)).map(
      ({ name }) => `${name}: ${command}`,
    ),
  );
}
