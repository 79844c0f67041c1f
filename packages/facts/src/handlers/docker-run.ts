import { type Alternatives, type Field, hole, literalOf, showField } from "@gatehouse-hooks/shell";
import type { PathFact } from "../facts.js";
import { joinPath } from "../programs/apply-role.js";
import { reportArguments } from "../programs/apply-usage.js";
import { addCode } from "../programs/add-code.js";
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
  if (context.has("--privileged")) context.action("privilege.raise", "--privileged", call.span);
  const mounts = readMounts(context);
  if (runs && getsHost(context, mounts)) context.action("container.host", null, call.span);
  for (const one of mounts) mount(context, one);
  const { base } = context.usage;
  if (base.executes !== undefined) {
    addCode(context, base.executes, base.lang ?? "unknown", null, null, call.span);
    context.unknown("opaque-file", context.by(""), call.span);
  }
  runInside(context, runs, mounts);
  return [hole()];
}

function runInside(context: ProgramCall, runs: boolean, mounts: readonly Mount[]): void {
  const { call, parsed } = context;
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
      // A container that is made for the command holds nothing; one that runs is somebody's.
      ...(entersHost(context, fields) ? {} : { place: runs ? "container" : "remote" }),
      clean: true,
      directories: [context.option("-w")?.value ?? hole()],
    });
    for (const one of mounts) reachThrough(context, one);
  }
}

/** With the processes of the machine around it, `nsenter` goes on outside of the container. */
function entersHost(context: ProgramCall, words: readonly Field[]): boolean {
  return (
    context.all("--pid").some(({ value }) => value === "host") &&
    words.some((one) => /(?:^|[\s/;&|(])nsenter(?:\s|$)/.test(literalOf(one) ?? ""))
  );
}

/** Options that give a container the machine itself. */
const HOST_OPTIONS =
  /^--(?:privileged=(?!false)|(?:pid|userns|cgroupns)=host$|cap-add=(?:CAP_)?(?:ALL|SYS_(?:ADMIN|MODULE|RAWIO|BOOT)|DAC_READ_SEARCH|BPF)$|security-opt=(?:apparmor|systempaths)[=:]unconfined|device=\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|mapper|disk|dm-|mem|kmem|port))/i;

/** Folders that are the machine, and sockets of what runs its containers. */
const HOST_PATHS =
  /^\/(?:etc|root|boot|proc|sys|dev|usr|lib|bin|sbin|home|Users|run|var(?:\/run|\/lib(?:\/(?:docker|containerd|kubelet|rancher))?)?)?$|\/(?:docker|containerd|podman|crio)\.sock$/;

function getsHost(context: ProgramCall, mounts: readonly Mount[]): boolean {
  return (
    context.given.some(
      ({ option: { names }, value, negated }) =>
        !negated && names.some((name) => HOST_OPTIONS.test(`${name}=${showField(value ?? "")}`)),
    ) || mounts.some(({ from }) => HOST_PATHS.test(context.absolute(from) ?? ""))
  );
}

/** What is mounted, and files with variables that are read. */
function readMounts(context: ProgramCall): readonly Mount[] {
  return context.given.flatMap(({ option, value, index, name }) => {
    if (value === null) return [];
    const read = option.names.includes("-v")
      ? volume
      : option.names.includes("--mount")
        ? bindMount
        : undefined;
    if (read === undefined) {
      if (option.names.includes("--env-file")) context.path("reads", value, index, name, { op: "config" });
      else if (option.role === "read") context.path("reads", value, index, name);
      else if (option.role === "write") context.path("writes", value, index, name);
      return [];
    }
    const text = literalOf(value);
    if (text === null) {
      const shown = read === volume ? "docker -v" : "docker --mount";
      context.unknown("dynamic-argument", shown, context.spanOf(index));
      return [];
    }
    const found = read(text);
    return found === null ? [] : [{ ...found, index }];
  });
}

/** `-v from:to:mode`; a name is a volume, which is not here. */
function volume(text: string): Omit<Mount, "index"> | null {
  const [from = "", to = "", mode = ""] = text.replace(/^=/, "").split(":");
  return /^[./~]/.test(from) ? { from, to, readOnly: /(?:^|,)ro(?:,|$)/.test(mode) } : null;
}

/** `--mount type=bind,source=from,target=to`. */
function bindMount(text: string): Omit<Mount, "index"> | null {
  const from = /(?:^|,)(?:source|src)=([^,]+)/.exec(text)?.[1];
  if (from === undefined || !text.includes("type=bind")) return null;
  const to = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(text)?.[1] ?? "";
  return { from, to, readOnly: /readonly|,ro\b/.test(text) };
}

/** A directory of this machine that the container sees under another path. */
interface Mount {
  readonly from: string;
  readonly to: string;
  readonly index: number;
  readonly readOnly: boolean;
}

/** The container may do anything to what it sees. */
function mount(context: ProgramCall, { from, index, readOnly }: Mount): void {
  context.path("reads", from, index, "mount", { tree: true });
  if (!readOnly) context.path("writes", from, index, "mount", { tree: true });
}

/** What is done in the container below the mount is done to the directory of this machine. */
function reachThrough(context: ProgramCall, { from, to, index, readOnly }: Mount): void {
  const target = to.replace(/\/+$/, "");
  if (!to.startsWith("/")) return;
  const { lists } = context.reading;
  for (const list of readOnly ? (["reads"] as const) : (["reads", "writes", "deletes"] as const)) {
    for (const fact of lists[list].slice()) {
      if (fact.place !== "container") continue;
      const rest = below(fact, target);
      if (rest === null) continue;
      const wild = rest.search(/[*?[{]/);
      const name: Field =
        wild === -1
          ? rest
          : [
              { kind: "text", text: rest.slice(0, rest.lastIndexOf("/", wild) + 1), from: [] },
              { kind: "glob", text: "*" },
            ];
      const path = rest === "" ? from : joinPath(from.replace(/\/+$/, ""), name);
      const { op, append, certainty } = fact;
      context.path(list, path, index, `mount: ${fact.by}`, {
        op,
        tree: fact.tree || wild !== -1,
        append,
        list: fact.list,
        maybe: certainty !== "exact",
      });
    }
  }
}

/** The part of the path after the mount's; `""` for the mount itself and for a tree around it. */
function below({ path, tree }: PathFact, target: string): string | null {
  if (path === null) return null;
  if (path === target || (target === "" && path === "/")) return "";
  if (path.startsWith(`${target}/`)) return path.slice(target.length + 1);
  return tree && (path === "/" || target.startsWith(`${path}/`)) ? "" : null;
}
