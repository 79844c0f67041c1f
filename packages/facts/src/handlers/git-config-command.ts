import { type Alternatives, hole, showField } from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";
import { setGitConfig } from "../programs/git-config.js";

/** `git config`: reading is nothing, setting may be code. */
export function readGitConfigCommand(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  const words = context.operands.map(({ field }) => showField(field));
  const [first = ""] = words;
  const verb = ["set", "unset", "get", "list", "edit", "rename-section", "remove-section"].includes(first)
    ? first
    : null;
  const rest = verb === null ? context.operands : context.operands.slice(1);
  const looks = context.has(
    "-l",
    "--get",
    "--get-all",
    "--get-regexp",
    "--get-urlmatch",
    "--get-color",
    "--get-colorbool",
  );
  if (looks || verb === "get" || verb === "list") return [hole()];
  const [key, value] = rest;
  const sets =
    value !== undefined ||
    verb !== null ||
    context.has(
      "--unset",
      "--unset-all",
      "--add",
      "--replace-all",
      "--rename-section",
      "--remove-section",
      "-e",
    );
  if (!sets) return [hole()];
  writeConfig(context);
  if (key === undefined) return [hole()];
  setGitConfig(
    context,
    showField(key.field),
    value === undefined ? "" : showField(value.field),
    value?.index ?? key.index,
  );
  return [hole()];
}

function globalConfig(context: ProgramCall): Parameters<ProgramCall["path"]>[1] {
  const { home } = context.reading.around;
  return home === null
    ? [
        { kind: "hole", from: [], wide: false, form: "home" },
        { kind: "text", text: "/.gitconfig", from: [] },
      ]
    : `${home}/.gitconfig`;
}

/** The file that is changed. */
function writeConfig(context: ProgramCall): void {
  const file = context.option("-f");
  if (file?.value !== null && file?.value !== undefined) context.path("writes", file.value, file.index, "-f");
  else if (context.has("--global")) context.path("writes", globalConfig(context), 0, "--global");
  else if (context.has("--system")) context.path("writes", "/etc/gitconfig", 0, "--system");
  else context.path("writes", ".git/config", 0, "config");
}
