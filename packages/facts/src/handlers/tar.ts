import { type Alternatives, type Field, hole, literalOf } from "@gatehouse-hooks/shell";
import { finish, reportArguments } from "../programs/apply-usage.js";
import { joinPath, readPath, writePath } from "../programs/apply-role.js";
import type { ProgramCall } from "../programs/program-call.js";
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
  for (const one of context.given) {
    const value = one.value;
    if (value === null) continue;
    if (COMMANDS.some((name) => one.option.names.includes(name))) {
      runContent(context, [value], { lang: "sh", via: `tar ${one.name}`, index: one.index, from: "inline" });
    } else if (one.option.names.includes("--checkpoint-action")) {
      const code = /^exec=(.*)$/s.exec(literalOf(value) ?? "")?.[1];
      if (code !== undefined)
        runContent(context, [code], {
          lang: "sh",
          via: "tar --checkpoint-action",
          index: one.index,
          from: "inline",
        });
      else if (literalOf(value) === null) context.unknown("dynamic-code", "tar", context.spanOf(one.index));
    } else if (one.option.names.includes("-T") || one.option.names.includes("-X")) {
      readPath(context, value, one.index, one.name, false);
      if (one.option.names.includes("-T"))
        context.unknown("dynamic-argument", "tar -T", context.spanOf(one.index));
    }
  }
  const archive = context.option("-f");
  const directory = context.option("-C");
  const inside = directory?.value ?? null;
  const creates = context.has("-c", "-r", "-u", "-A");
  const extracts = context.has("-x");
  const outside = context.directories;
  const enter = (): void => {
    if (inside === null) return;
    context.directories = outside.map((one): Field =>
      typeof inside === "string" && inside.startsWith("/") ? inside : joinPath(one, inside),
    );
  };
  const leave = (): void => {
    context.directories = outside;
  };
  if (creates) {
    enter();
    for (const { field, index } of context.operands) {
      readPath(context, field, index, "member", true);
      if (context.has("--remove-files")) context.path("deletes", field, index, "member", { tree: true });
    }
    leave();
    if (archive?.value !== null && archive?.value !== undefined && remoteOf(archive.value) === null) {
      writePath(context, archive.value, archive.index, "-f", false, context.has("-r", "-u", "-A"));
    }
  } else if (archive?.value !== null && archive?.value !== undefined && remoteOf(archive.value) === null) {
    readPath(context, archive.value, archive.index, "-f", false);
  }
  const remote = archive?.value === null || archive?.value === undefined ? null : remoteOf(archive.value);
  if (archive !== null && remote !== null) {
    context.addresses.push({
      url: `ssh://${remote}`,
      host: remote,
      port: 22,
      scheme: "ssh",
      direction: creates ? "out" : "in",
      certainty: context.certainty(),
      by: context.by("-f"),
      span: context.spanOf(archive.index),
    });
    if (creates)
      for (const one of context.sources)
        for (const field of one) context.sent.push(...(field === "" ? [] : (["data"] as const)));
  }
  if (extracts && !context.has("-O", "--to-command")) {
    enter();
    const absolute = context.has("-P");
    const content = archive === null ? context.call.input.content : (context.sources[0] ?? [hole()]);
    if (absolute) context.path("writes", "/", directory?.index ?? 0, "-P", { tree: true });
    else context.path("writes", ".", directory?.index ?? 0, "members", { tree: true });
    for (const { field } of context.operands) {
      const path = context.absolute(field);
      if (path !== null) context.world.setFile(path, content, false);
    }
    leave();
  }
  return finish(context, [{ ...context.usage.base, filter: true }]);
}

function remoteOf(field: Field): string | null {
  return remoteHost(literalOf(field) ?? "");
}
