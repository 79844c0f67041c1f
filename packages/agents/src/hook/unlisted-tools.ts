import type { Event } from "@gatehouse-hooks/engine";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { isRecord } from "@gatehouse-hooks/json";
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivate } from "@gatehouse-hooks/local";

/** A tool that an agent has called and no table has. */
interface UnlistedTool {
  readonly host: string;
  readonly name: string;
}

/** The most that are kept; what comes after is not. */
const MAX_TOOLS = 50;
/** UTF-16 code units of a name. */
const MAX_NAME = 100;

function placeOf(home: string): string {
  return join(home, ".gatehouse", "state", "unlisted-tools");
}

/**
 * Keeps the name of a tool that no table has, for `gatehouse doctor`: once, with the agent's name and nothing else of the call. Never
 * fails, and decides nothing.
 *
 * @param event one whose tool may be in no table
 */
export async function noteUnlistedTool(home: string, event: Event): Promise<void> {
  try {
    const tool = unlistedTool(event);
    if (tool === undefined) return;
    const { redact } = await import("@gatehouse-hooks/redact");
    const line = `${tool.host} ${redact(tool.name)
      .slice(0, MAX_NAME)
      .replaceAll(/[^\w.:/@-]/g, "?")}`;
    const kept = await linesOf(home);
    if (kept.includes(line) || kept.length >= MAX_TOOLS) return;
    if (makePrivate(join(home, ".gatehouse", "state")) !== null) return;
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    const file = await open(placeOf(home), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    try {
      await file.writeFile(`${line}\n`);
    } finally {
      await file.close();
    }
  } catch {
    // What is only for people must not become a failure of the guard.
  }
}

/** The tools that were kept. */
export async function unlistedTools(home: string): Promise<readonly UnlistedTool[]> {
  return (await linesOf(home)).map((line) => {
    const [host = "", name = ""] = line.split(" ");
    return { host, name };
  });
}

/** What a tool may do is known by its row in a table, or by the form of its name where it is one of a server. */
function unlistedTool(event: Event): UnlistedTool | undefined {
  const { host, tool } = event;
  if (typeof host !== "string" || !isRecord(tool)) return undefined;
  const { name } = tool;
  if (typeof name !== "string") return undefined;
  const isListed = WIRED_HOSTS.some(({ tools }) => tools.some((one) => one.name === name));
  return isListed ? undefined : { host, name };
}

async function linesOf(home: string): Promise<readonly string[]> {
  const text = await readFile(placeOf(home), "utf8").catch(() => "");
  const lines = text.slice(0, MAX_TOOLS * (MAX_NAME + 50)).split("\n");
  return [...new Set(lines.filter((line) => /^[\w-]+ [\w.:/@?-]+$/.test(line)))].slice(0, MAX_TOOLS);
}
