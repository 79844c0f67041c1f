import { loadModule, parseSync } from "libpg-query";
import type { SqlTable } from "../../src/index.js";

await loadModule();

/** Nodes whose `relation` is changed; of the others it is read. */
const WRITES =
  /^(?:Insert|Update|Delete|Merge|Create|CreateForeignTable|AlterTable|Rename|AlterObjectSchema|View|Lock)Stmt$/;
const DROPPED = /^OBJECT_(?:TABLE|VIEW|MATVIEW|FOREIGN_TABLE)$/;
/** Its name and that of a table are apart from each other. */
const OTHERS = /^(?:IndexStmt|CreateTrigStmt|RuleStmt|CreateSeqStmt|GrantStmt|CommentStmt)$/;

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** What PostgreSQL's own parser says that a text does to tables; `null` where it refuses the text. */
export function askPostgres(text: string): readonly SqlTable[] | null {
  let tree: unknown;
  try {
    tree = parseSync(text);
  } catch {
    return null;
  }
  const found: SqlTable[] = [];
  const own = new Set<string>();
  walk(tree, "", own, (table) => found.push(table));
  return found.filter(({ name, does }) => does !== "reads" || !own.has(name));
}

function walk(value: unknown, kind: string, own: Set<string>, add: (table: SqlTable) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, kind, own, add);
  if (!isTree(value) || Array.isArray(value)) return;
  if (kind === "CommonTableExpr") own.add(String(value["ctename"]));
  if (kind === "DropStmt" && DROPPED.test(String(value["removeType"])))
    for (const one of list(value["objects"])) add({ name: stringsIn(one).join("."), does: "drops" });
  if (kind === "RenameStmt" && value["renameType"] === "OBJECT_TABLE")
    add({ name: String(value["newname"]), does: "writes" });
  for (const [key, inner] of Object.entries(value)) {
    const does = usedBy(kind, key, value);
    if (isTree(inner) && "relname" in inner) {
      if (does !== null) add({ name: nameOf(inner), does });
    } else if (kind === "TruncateStmt" || kind === "LockStmt") {
      for (const { RangeVar } of list(inner))
        if (isTree(RangeVar) && does !== null) add({ name: nameOf(RangeVar), does });
    } else walk(inner, /^[A-Z]/.test(key) ? key : kind === "" || Array.isArray(inner) ? "" : kind, own, add);
  }
}

/** What a node does to the table that is in one of its fields. */
function usedBy(kind: string, field: string, node: Tree): SqlTable["does"] | null {
  if (kind === "TruncateStmt") return "drops";
  if (OTHERS.test(kind)) return null;
  if (kind === "CopyStmt") return node["is_from"] === true ? "writes" : "reads";
  if (field === "rel" || field === "view" || (field !== "RangeVar" && WRITES.test(kind))) return "writes";
  return "reads";
}

function list(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.filter(isTree) : [];
}

function stringsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isTree(value)) return [];
  return typeof value["sval"] === "string" ? [value["sval"]] : Object.values(value).flatMap(stringsIn);
}

function nameOf({ schemaname, relname }: Tree): string {
  return (typeof schemaname === "string" ? `${schemaname}.` : "") + String(relname);
}
