import {
  type Alternatives,
  type Field,
  hole,
  literalOf,
  resolvePath,
  showField,
} from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import { emitAddresses, finish } from "../programs/finish-usage.js";
import { applyRole, writePath } from "../programs/apply-role.js";
import { readPath } from "../programs/read-path.js";
import { type ProgramCall, sentOf } from "../programs/program-call.js";
import type { GivenOption } from "../programs/parse-arguments.js";
import { remoteHost } from "../programs/address.js";
import { runContent } from "../programs/run-content.js";

/** Options whose value is a command. */
const COMMANDS = [
  "--to-command",
  "--use-compress-program",
  "--rsh-command",
  "--info-script",
  "--rmt-command",
];

/** `tar`: creates, extracts or lists, by its letters. */
export function readTar(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  for (const one of context.given) runCommand(context, one);
  for (const { value, index } of context.all("-C"))
    if (value !== null && literalOf(value) === null)
      context.unknown("dynamic-argument", showField(value), context.spanOf(index));
  const archives = archivesOf(context);
  const creates = context.has("-c", "-r", "-u", "-A");
  if (creates) readMembers(context);
  const locals = archives.filter(({ field }) => hostOf(context, field) === null);
  for (const { field, index } of locals) {
    if (creates) writePath(context, field, index, "-f", false, context.has("-r", "-u", "-A"));
    else readPath(context, field, index, "-f", false);
    if (context.has("-r", "-u", "-A", "--delete")) readPath(context, field, index, "-f", false);
    if (!creates && context.has("--delete")) writePath(context, field, index, "-f", false, false);
  }
  for (const one of archives) addRemote(context, one, creates);
  if (context.has("-x") && !context.has("-O", "--to-command")) unpack(context, archives.length > 0);
  return finish(context, [{ ...context.usage.base, filter: true }]);
}

interface Archive {
  readonly field: Field;
  readonly index: number;
}

/** `-f`, or what the environment says instead. */
function archivesOf(context: ProgramCall): readonly Archive[] {
  const given = context
    .all("-f")
    .flatMap(({ value, index }) => (value === null ? [] : [{ field: value, index }]));
  if (given.length > 0) return given;
  return (context.world.exported("TAPE") ?? []).map((field) => ({ field, index: 0 }));
}

/** The machine that an archive is on. */
function hostOf(context: ProgramCall, field: Field): string | null {
  return context.has("--force-local") ? null : remoteHost(literalOf(field) ?? "");
}

function runCommand(context: ProgramCall, { option, value, name, index }: GivenOption): void {
  if (value === null) return;
  if (COMMANDS.some((one) => option.names.includes(one))) {
    // It is given what the archive holds.
    runContent(context, [value], { lang: "sh", via: `tar ${name}`, index, from: "inline", input: [hole()] });
  } else if (option.names.includes("--checkpoint-action")) {
    const text = literalOf(value);
    const code = /^exec=(.*)$/s.exec(text ?? "")?.[1];
    if (text === null) context.unknown("dynamic-code", "tar", context.spanOf(index));
    if (code !== undefined)
      runContent(context, [code], { lang: "sh", via: "tar --checkpoint-action", index, from: "inline" });
  } else if (option.names.includes("-X")) readPath(context, value, index, name, false);
}

/** Each member is below the directories that were named before it. */
function readMembers(context: ProgramCall): void {
  const outside = context.directories;
  const members: readonly {
    readonly field: Field;
    readonly index: number;
    readonly role: "read" | "names";
  }[] = [
    ...context.operands.map((one) => ({ ...one, role: "read" as const })),
    ...[...context.all("-T"), ...context.all("--add-file")].flatMap(({ value, index, option }) =>
      value === null
        ? []
        : [
            {
              field: value,
              index,
              role: option.names.includes("-T") ? ("names" as const) : ("read" as const),
            },
          ],
    ),
  ];
  for (const { field, index, role } of members) {
    context.directories = directoriesAt(context, outside, index);
    applyRole(context, {
      role,
      field,
      index,
      what: "member",
      effect: context.usage.base,
      tree: true,
      isOption: role === "names",
    });
    if (context.has("--remove-files")) context.path("deletes", field, index, "member", { tree: true });
  }
  context.directories = outside;
}

/** Where `-C` leads: each is relative to the one before. */
function directoriesAt(context: ProgramCall, outside: readonly Field[], index: number): readonly Field[] {
  return context.all("-C").reduce<readonly Field[]>((all, { value, index: at }) => {
    if (value === null || at > index) return all;
    return all.map((one) => resolvePath(value, one));
  }, outside);
}

function addRemote(context: ProgramCall, { field, index }: Archive, creates: boolean): void {
  const host = hostOf(context, field);
  if (host === null) return;
  context.addresses.push({
    url: `ssh://${host}`,
    host,
    port: 22,
    scheme: "ssh",
    direction: creates ? "out" : "in",
    certainty: context.certainty(),
    by: context.by("-f"),
    span: context.spanOf(index),
  });
  if (creates) for (const one of context.sources) context.sent.push(...sentOf(one));
  else context.sources.push([hole([{ kind: "network" }])]);
  emitAddresses(context);
  context.addresses.length = 0;
}

/** Members are written below the directory; what they hold came out of the archive. */
function unpack(context: ProgramCall, isNamed: boolean): void {
  const outside = context.directories;
  const last = context.all("-C").at(-1)?.index ?? 0;
  context.directories = directoriesAt(context, outside, Number.MAX_SAFE_INTEGER);
  const content = isNamed ? (context.sources[0] ?? [hole()]) : context.call.input.content;
  if (context.has("-P")) context.path("writes", "/", last, "-P", { tree: true });
  else context.path("writes", ".", last, "members", { tree: true });
  for (const { field } of context.operands) {
    const path = context.absolute(field);
    if (path !== null) context.world.setFile(path, content, false);
  }
  const directory = context.all("-C").length > 0 ? context.absolute(".") : null;
  if (directory !== null) context.world.setFile(directory, content, context.world.file(directory) !== null);
  context.directories = outside;
}
