/** A name that an entry hands on. */
export interface ReExport {
  readonly name: string;
  /** The entry that it is of. */
  readonly from: string;
}

/** What an API report's lists of exports say. */
export interface ExportLists {
  /** What is exported although another package declares it. */
  readonly fromOthers: readonly ReExport[];
  /** Exported names of declarations that have another name in the report: `Event_2` is `Event`, which is a global, too. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Reads the lists `export { … }` of an API report. */
export function exportLists(report: string): ExportLists {
  const imported = new Map<string, string>();
  for (const [, names = "", from = ""] of report.matchAll(
    /^import (?:type )?\{ ([^}\n]+) \} from '([^']+)';$/gm,
  ))
    for (const { local } of namesIn(names)) imported.set(local, from);
  const fromOthers: ReExport[] = [];
  const renamed = new Map<string, string>();
  for (const [, names = ""] of report.matchAll(/^export \{ ([^}\n]+) \}$/gm)) {
    for (const { name, local } of namesIn(names)) {
      const from = imported.get(name);
      if (from === undefined) renamed.set(name, local);
      else fromOthers.push({ name: local, from });
    }
  }
  return { fromOthers, renamed };
}

/** `a as b`: what something is called there, and here. */
function namesIn(list: string): readonly { readonly name: string; readonly local: string }[] {
  return list.split(", ").map((text) => {
    const [name = "", local = name] = text.split(" as ");
    return { name, local };
  });
}
