/** Where one package may reach into another. */
export interface AllowedEdge {
  /** The package that is imported, by its folder name. */
  readonly to: string;
  /** The entries it may import, as written in `exports`; `.` is the main one. */
  readonly entries: readonly string[];
  /** True: only `import type`, so nothing of it is loaded at run time. */
  readonly typesOnly: boolean;
}

const all = (to: string, entries: readonly string[] = ["."]): AllowedEdge => ({
  to,
  entries,
  typesOnly: false,
});
const types = (to: string): AllowedEdge => ({ to, entries: ["."], typesOnly: true });

/** The import graph of the packages: nothing imports upwards. An edge that is not used any more has to go. */
export const importGraph: Readonly<Record<string, readonly AllowedEdge[]>> = {
  cli: [
    all("formats"),
    all("runtime"),
    all("judge"),
    all("cache", [".", "./file", "./redis"]),
    all("engine"),
    all("condition", [".", "./compile", "./json"]),
  ],
  runtime: [all("engine"), all("cache")],
  judge: [types("engine"), all("condition", ["./compile", "./json", "./re2"])],
  formats: [all("engine"), all("condition", [".", "./compile", "./json"])],
  cache: [types("engine")],
  engine: [all("condition", ["./compile", "./json", "./re2"])],
  condition: [],
};

/** Packages that use nothing of the host: no `node:` module, so that they run in a browser or a worker. */
export const hostFree: readonly string[] = ["condition", "engine", "formats"];

/** Packages without time, chance or waiting: the same arguments give the same answer, at once. */
export const pure: readonly string[] = ["condition", "engine"];

/** Entries that must not load these npm packages, however indirectly. */
export const neverLoaded: readonly {
  readonly from: string;
  readonly entry: string;
  readonly npm: readonly string[];
}[] = [
  { from: "condition", entry: "./compile", npm: ["chevrotain", "re2js"] },
  { from: "condition", entry: "./json", npm: ["chevrotain", "re2js"] },
  { from: "condition", entry: "./re2", npm: ["chevrotain"] },
  { from: "engine", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai"] },
  { from: "cache", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai"] },
  { from: "runtime", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai"] },
];
