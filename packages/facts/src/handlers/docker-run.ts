import { type Alternatives, type Field, hole, literalOf } from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import { execute } from "../programs/execute.js";
import type { ProgramCall } from "../programs/program-call.js";

/** `docker run`, `docker exec` and their like: a command in a container; what is mounted is here. */
export function readDockerRun(context: ProgramCall): Alternatives {
  reportArguments(context);
  const { call, parsed } = context;
  if (parsed.asks) return [hole()];
  const runs = context.sub.endsWith("run") || context.sub.endsWith("create");
  context.action(
    runs ? "container.run" : "container.exec",
    literalOf(call.fields[parsed.stop] ?? "") ?? null,
    call.span,
  );
  if (
    context.has("--privileged") ||
    isHost(context, "--pid") ||
    isHost(context, "--network") ||
    isHost(context, "--net")
  ) {
    if (context.has("--privileged")) context.action("privilege.raise", "--privileged", call.span);
  }
  for (const one of context.given) {
    if (one.value === null) continue;
    const text = literalOf(one.value);
    if (one.option.names.includes("-v")) {
      const [from = "", , mode = ""] = (text ?? "").split(":");
      if (text === null) context.unknown("dynamic-argument", "docker -v", context.spanOf(one.index));
      else if (/^[./~]/.test(from)) mount(context, from, one.index, /(?:^|,)ro(?:,|$)/.test(mode));
    } else if (one.option.names.includes("--mount")) {
      const from = /(?:^|,)(?:source|src)=([^,]+)/.exec(text ?? "")?.[1];
      if (text === null) context.unknown("dynamic-argument", "docker --mount", context.spanOf(one.index));
      else if (from !== undefined && text.includes("type=bind"))
        mount(context, from, one.index, /readonly|,ro\b/.test(text));
    } else if (one.option.names.includes("--env-file")) context.path("reads", one.value, one.index, one.name);
  }
  const { base } = context.usage;
  if (base.executes !== undefined) {
    execute(context, base.executes, base.lang ?? "unknown", null, null, call.span);
    context.unknown("opaque-file", context.by(""), call.span);
  }
  const start = parsed.stop + 1;
  const entry = context.option("--entrypoint");
  const isGiven = runs && entry?.value !== null && entry?.value !== undefined && entry.value !== "";
  const before = isGiven ? [{ field: entry.value, index: entry.index }] : [];
  const words = [...before, ...call.fields.slice(start).map((field, i) => ({ field, index: start + i }))];
  if (words.length > 0) {
    const fields = words.map(({ field }) => field ?? "");
    const spans = words.map(({ index }) => context.spanOf(index));
    const offsets = words.map(({ index }) => call.offsets[index] ?? -1);
    context.world.command(fields, spans, offsets, {
      via: context.sub === "" ? context.name : `${context.name} ${context.sub}`,
      place: "container",
      clean: true,
      directories: [hole()],
    });
  }
  return [hole()];
}

function isHost(context: ProgramCall, name: string): boolean {
  const given = context.option(name);
  return given?.value === "host";
}

/** A directory of this machine that the container sees: it may do anything to it. */
function mount(context: ProgramCall, from: Field, index: number, readOnly: boolean): void {
  context.path("reads", from, index, "mount", { tree: true });
  if (!readOnly) context.path("writes", from, index, "mount", { tree: true });
}
