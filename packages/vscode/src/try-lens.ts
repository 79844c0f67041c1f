import { CodeLens, commands, type Disposable, languages, type OutputChannel, type Uri, window } from "vscode";
import { type GatehouseCommand, runGatehouse } from "./gatehouse-command.js";
import { NATIVE_GLOB, folderDecidedIn } from "./policy-places.js";
import { isPolicy, save, symbolsOf } from "./policy-symbols.js";

const TRY = "gatehouse.try";

/** Above each policy, "Try a command": what all rules that are in force there would say. Nothing is run. */
export function registerTry(command: GatehouseCommand, shown: OutputChannel): readonly Disposable[] {
  // What was tried last is mostly tried again after a change.
  let last = "git push --force";
  return [
    commands.registerCommand(TRY, async (uri?: Uri) => {
      last = await tryCommand(command, shown, last, uri);
    }),
    languages.registerCodeLensProvider(
      { scheme: "file", pattern: NATIVE_GLOB },
      {
        provideCodeLenses: async (document) =>
          (await symbolsOf(document)).filter(isPolicy).map(
            ({ selectionRange }) =>
              new CodeLens(selectionRange, {
                title: "Try a command",
                command: TRY,
                arguments: [document.uri],
              }),
          ),
      },
    ),
  ];
}

async function tryCommand(
  command: GatehouseCommand,
  shown: OutputChannel,
  last: string,
  uri?: Uri,
): Promise<string> {
  const file = uri ?? window.activeTextEditor?.document.uri;
  if (file === undefined) return last;
  const text = await window.showInputBox({
    title: "Gatehouse: try a command",
    prompt: "What the rules in force here would say. Nothing is run.",
    value: last,
  });
  if (text === undefined || text.trim() === "") return last;
  await save(file);
  const project = folderDecidedIn(file.fsPath);
  const { stdout, stderr } = await runGatehouse(command, ["try", "--project", project, "--", text], project);
  shown.clear();
  shown.append(stdout === "" ? stderr : stdout);
  shown.show(true);
  return text;
}
