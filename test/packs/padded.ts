import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";
import { PADDINGS } from "./padding.table.js";
import { commandRows, ownRows } from "./rows.js";

/** What all packs say. */
export const judge = judgeByPacks(derive, false);

/** Commands of a shell that the packs deny, each once; only every `nth`. */
export function deniedCommands(nth: number): readonly string[] {
  const all = [...commandRows(), ...ownRows()].map(({ command }) => command);
  return [...new Set(all)]
    .filter((command) => {
      if (command.startsWith("@")) return false;
      const { effect, unknown } = judge(command);
      // What is not bash runs nowhere, and means something else with text around it.
      return effect === "deny" && !unknown.includes("syntax");
    })
    .filter((_, at) => at % nth === 0);
}

/** What passes once something is around it: `PADDING: COMMAND`. */
export function hiddenBy(commands: readonly string[], judged: typeof judge = judge): readonly string[] {
  return commands.flatMap((command) =>
    PADDINGS.filter(({ pad }) => !["deny", "ask"].includes(judged(pad(command)).effect)).map(
      ({ name }) => `${name}: ${command}`,
    ),
  );
}
