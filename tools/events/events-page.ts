import { CANONICAL } from "@gatehouse-hooks/engine";
import { EVENT_NAMES, type EventPart, type Host, type ToolKind } from "@gatehouse-hooks/hosts";

/** The kinds of tools, in the order of the page. */
const KINDS: readonly ToolKind[] = [
  "shell",
  "read",
  "write",
  "edit",
  "delete",
  "search",
  "fetch",
  "mcp",
  "agent",
  "other",
];

/** The names that mean a part of a canonical event. */
function partRows(): readonly string[] {
  const byPart = new Map<string, string[]>();
  for (const { name, canonical, part } of EVENT_NAMES.all) {
    const [event] = canonical;
    if (event === undefined || part === undefined) continue;
    const text = `${code(event)} ${partText(part)}`;
    byPart.set(text, [...(byPart.get(text) ?? []), code(name)]);
  }
  return [...byPart].map(([text, names]) => `- ${names.join(", ")}: ${text}`);
}

function partText({ kinds, failed }: EventPart): string {
  if (kinds !== undefined) return `of tools of the kind ${kinds.map(code).join(" or ")}`;
  if (failed === undefined) return "under this name alone";
  return failed ? "of a call that has failed (`error`)" : "of a call that has not failed";
}

/** The page that lists every host's events and tools against the canonical ones, as Markdown. */
export function eventsPage(hosts: readonly Host[]): string {
  const shown = hosts.filter(({ events }) => events !== CANONICAL.events);
  return [
    "# Events and tools of every host",
    "",
    "<!-- Written by `pnpm events`; do not edit. -->",
    "",
    "A native policy is written once for all agents: for the canonical events, the kinds of tools, and parameters that have one",
    "name everywhere. `prepare` of a host turns its payload into such an event: `event` is the canonical name, `tool` has the",
    "`kind` and the host's own `name`, `params` has the canonical parameters beside the host's own, `raw` is the payload as it",
    "came.",
    "",
    "## Events",
    "",
    table(
      ["canonical", "gates", ...shown.map(({ title }) => title)],
      CANONICAL.events.map(({ name, gates }) => [
        code(name),
        gates ? "yes" : "no",
        ...shown.map(({ events }) => eventsOf(events, name)),
      ]),
    ),
    "",
    "A policy may be written with any of these names: it is about the canonical event, whichever agent sends it",
    "([SPEC](../packages/hosts/SPEC.md#names-of-events)). `*` is every event, and `before_*` each whose name begins so. Some of the agents' names are",
    "narrower than the canonical one:",
    "",
    ...partRows(),
    "",
    "Events that are not canonical keep their own names; where agents spell one of them differently, a policy by one spelling is about all:",
    "",
    ...shown.flatMap(({ title, events }) => {
      const own = events.filter(({ name, canonical }) => canonical === undefined && !isCanonical(name));
      return own.length === 0 ? [] : [`- ${title}: ${own.map(({ name }) => code(name)).join(", ")}`];
    }),
    "",
    ...shown.flatMap(twinLines),
    "## Tools",
    "",
    table(
      ["kind", ...shown.map(({ title }) => title)],
      KINDS.map((kind) => [code(kind), ...shown.map((host) => toolsOf(host, kind))]),
    ),
    "",
    "A tool `mcp__server__name` that is not in a host's table is of the kind `mcp`, with `params.server` and `params.tool`; any",
    "other tool is of the kind `other`.",
    "",
    "## Parameters",
    "",
    "From which of the host's own fields a canonical parameter comes: the first one that is there.",
    "",
    table(["host", "tool", "parameters"], shown.flatMap(parametersOf)),
    "",
  ].join("\n");
}

/** The events of a host whose files are in force for every agent, and from which events of these they come. */
function twinLines({ title, events, twins }: Host): readonly string[] {
  if (twins === undefined) return [];
  const never = events.filter(({ name }) => !Object.hasOwn(twins.of, name));
  return [
    `## ${title}'s events in every agent`,
    "",
    `What another agent sends is ${title}'s event, too: its hooks are asked beside the policies of the event itself, about what these have left of`,
    "it, and the strictest answer counts.",
    "",
    table(
      [title, "comes from", "of"],
      events.flatMap(({ name, part }) => {
        const of = Object.hasOwn(twins.of, name) ? twins.of[name] : undefined;
        return of === undefined
          ? []
          : [
              [
                code(name),
                of.map(code).join(", "),
                part === undefined ? "" : partText(part).replace("of ", ""),
              ],
            ];
      }),
    ),
    "",
    `Sent by ${title} alone: ${never.map(({ name }) => code(name)).join(", ")}. \`gatehouse check --host AGENT\` names the hooks that an agent never asks.`,
    "",
  ];
}

function isCanonical(name: string): boolean {
  return CANONICAL.events.some((row) => row.name === name);
}

function eventsOf(events: Host["events"], canonical: string): string {
  const names = events
    .filter((row) => (row.canonical ?? row.name) === canonical)
    .map(({ name }) => code(name));
  return names.join(", ");
}

function toolsOf({ tools }: Host, kind: ToolKind): string {
  return tools
    .filter((tool) => tool.kind === kind)
    .map(({ name }) => code(name))
    .join(", ");
}

function parametersOf({ title, tools }: Host): readonly (readonly string[])[] {
  return tools.flatMap(({ name, params }) => {
    const named = Object.entries(params ?? {}).map(
      ([canonical, fields]) => `${code(canonical)} ← ${fields.map(code).join(", ")}`,
    );
    return named.length === 0 ? [] : [[title, code(name), named.join("; ")]];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(name: string): string {
  return `\`${name}\``;
}
