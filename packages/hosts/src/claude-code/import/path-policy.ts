import type { JsonObject } from "@gatehouse-hooks/json";
import { IN_PATH, type PathPattern, treePattern, VARIABLE } from "../../importing/path-glob.js";
import { toolTest } from "../../importing/tool-test.js";
import {
  type PermissionContext,
  type PermissionEffect,
  type PermissionPolicy,
  reasonOf,
} from "./permission.js";

/** A rule about files. */
interface PathRule extends PermissionContext {
  readonly rule: string;
  readonly effect: PermissionEffect;
}

const FILES = {
  Read: { kind: "read", name: "Read", tools: ["Read", "NotebookRead", "Glob", "Grep", "LS"] },
  Edit: { kind: "edit", name: "Edit", tools: ["Edit", "Write", "MultiEdit", "NotebookEdit"] },
} as const;
const STRICTER =
  "stricter: it also holds for shell commands and for the tools of other agents that touch the file, and through links; `.` is the project's folder; only reading the whole project at once (`grep -r x .`) is left alone";
const ALLOWED =
  "stricter: every path has to be shown to be inside, links included; `.` is the project's folder";

/** The policy of `Read(path)` or `Edit(path)`, whose paths are written as in `.gitignore`. */
export function pathPolicy(tool: "Read" | "Edit", written: string, given: PathRule): PermissionPolicy {
  const path = readPath(written.trim(), given);
  if ("reason" in path) return { kind: "none", ...path };
  const { glob, example } = path;
  const { effect, id, rule } = given;
  const { tools, kind, name } = FILES[tool];
  const literal = JSON.stringify(glob);
  const params: JsonObject =
    tool === "Read"
      ? { file_path: example, path: example }
      : { file_path: example, path: example, old_string: "a", new_string: "b" };
  const away = glob === "/**" ? null : tool === "Read" ? "/elsewhere/other" : "/elsewhere/other";
  const isInAway = glob.startsWith("/elsewhere") || glob.startsWith("/**");
  const skip =
    away === null || isInAway
      ? toolTest({ kind: "other", name: "TodoWrite" }, { todos: [] }, "skip")
      : toolTest({ kind, name }, { ...params, file_path: away, path: away }, "skip");
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      ...(effect === "allow" ? { tools } : {}),
      when: effect === "allow" ? allowed(tool, literal) : touched(tool, literal),
      [effect]: reasonOf(rule, effect),
      tests: [toolTest({ kind, name }, params, effect), skip],
    },
    differs: effect === "allow" ? ALLOWED : STRICTER,
  };
}

function touched(tool: "Read" | "Edit", glob: string): string {
  const changed = `facts.writes.any(w, w.touches(${glob})) || facts.deletes.any(d, d.touches(${glob}))`;
  // Claude Code does not let a file be edited that may not be read.
  return tool === "Edit"
    ? changed
    : `facts.reads.any(r, !r.list && r.touches(${glob}) && !(r.tree && r.local == ".")) || ${changed}`;
}

function allowed(tool: "Read" | "Edit", glob: string): string {
  return tool === "Read"
    ? `facts.reads.size() > 0 && facts.reads.all(r, r.within(${glob})) && facts.writes.size() == 0`
    : `facts.writes.size() > 0 && facts.writes.all(w, w.within(${glob})) && facts.deletes.size() == 0`;
}

type ReadPath = PathPattern | { readonly reason: string; readonly instead?: string };

function readPath(written: string, { isUser }: PathRule): ReadPath {
  if (/^[!#]/.test(written))
    return {
      reason:
        "a pattern that begins with `!` or `#` is none, or an exception, in `.gitignore`: no rule of its own",
    };
  if (VARIABLE.test(written)) return { reason: IN_PATH, instead: "write `~/…` for the home folder" };
  const [anchor, rest] = anchored(written);
  if (anchor === "/" && isUser)
    return {
      reason:
        "a path with one slash in the user's settings begins at the folder of the settings, not at a project",
      instead: "write `~/…` or, for the root of the file system, `//…`",
    };
  // A name without a slash, but one at its end, is that of a file at any depth.
  const isName = anchor === "." && !rest.replace(/\/$/, "").includes("/");
  const deep = isName && rest !== "**" && rest !== "" ? `**/${rest}` : rest;
  const pattern = treePattern(anchor === "/" ? "." : anchor === "//" ? "" : anchor, deep);
  return (
    pattern ?? {
      reason:
        "a path with `..`, `.` or `//` inside, with a line break, or a class that is not closed: no path is compared so",
      instead: "write the path from `~/` or from the root, with `//`",
    }
  );
}

function anchored(written: string): readonly ["//" | "~" | "/" | ".", string] {
  if (written.startsWith("//")) return ["//", written.slice(2)];
  // A path of Windows, as it is written elsewhere.
  const [, drive, below] = /^([A-Za-z]):[\\/](.*)$/s.exec(written) ?? [];
  if (drive !== undefined) return ["//", `${drive.toLowerCase()}/${(below ?? "").replaceAll("\\", "/")}`];
  if (written === "~" || written.startsWith("~/")) return ["~", written.slice(2)];
  if (written.startsWith("/")) return ["/", written.slice(1)];
  return [".", written.replace(/^\.\//, "")];
}
