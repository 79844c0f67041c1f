import { type ShellCall, type Field, type World, literalOf } from "@gatehouse-hooks/shell";
import { bareContext } from "./bare-context.js";
import type { PathFact } from "./facts.js";
import { askForCode } from "./ask-script.js";
import type { ProgramCall, FactReading } from "./programs/program-call.js";
import { addCode } from "./programs/add-code.js";
import { readPrinted } from "./read-secret-variables.js";
import { recordCommand } from "./record-command.js";

/** Builtins of the shell that touch more than the shell: code that they are given comes from somewhere. */
export function readBuiltin(reading: FactReading, call: ShellCall, world: World, name: string): void {
  recordCommand(reading, call, name, name, null, "", [], null);
  readPrinted(reading, call, name);
  if (name === "eval") {
    const context = bareContext(reading, call, world, name);
    call.fields.forEach((field, index) => {
      if (index > 0) fromElsewhere(context, field, index);
    });
  } else if (name === "." || name === "source") readSource(bareContext(reading, call, world, name));
  else if (name === "enable" && call.fields.length > 2)
    reading.lists.addUnknown("environment", "enable", call.span);
}

function readSource(context: ProgramCall): void {
  const field = context.call.fields[1];
  if (field === undefined) return;
  const path = context.absolute(field);
  const content =
    literalOf(field) === "/dev/stdin"
      ? context.call.input.content
      : path === null
        ? null
        : context.world.file(path);
  if (content !== null) {
    for (const one of content) fromElsewhere(context, one, 1);
    return;
  }
  for (const fact of context.path("reads", field, 1, "operand 1")) {
    addCode(context, "file", "sh", fact.path, null, context.spanOf(1));
  }
  askForCode(context, field, "sh", context.call.fields.slice(2));
}

/** Code that is not written on the command line: where it comes from is a fact. */
function fromElsewhere(context: ProgramCall, code: Field, index: number): void {
  if (typeof code === "string") return;
  const lang = context.call.dialect === "powershell" ? "powershell" : "sh";
  for (const part of code) {
    if (part.kind === "glob") continue;
    for (const { kind, file } of part.from) {
      const span = context.spanOf(index);
      if (kind === "network" || kind === "decoded") addCode(context, kind, lang, null, literalOf(code), span);
      else if (kind === "file")
        addCode(context, "file", lang, (file as PathFact | undefined)?.path ?? null, literalOf(code), span);
    }
  }
}
