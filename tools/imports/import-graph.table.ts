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
  playground: [
    all("language-server", [".", "./proven"]),
    all("analysis"),
    all("hosts", [".", "./wired"]),
    all("engine"),
    all("facts"),
    all("condition"),
    all("json"),
  ],
  server: [
    all("core", [".", "./hook"]),
    all("runtime", [".", "./portable"]),
    all("hosts", [".", "./wired"]),
    all("cache", [".", "./redis"]),
    all("audit"),
    all("engine"),
    all("redact"),
    all("json", [".", "./canonical"]),
  ],
  cli: [
    all("core", [".", "./hook", "./mcp"]),
    all("server", [".", "./bundles", "./node", "./redis"]),
    all("runtime"),
    all("analysis"),
    all("replay"),
    all("language-server", [".", "./proven", "./server"]),
    all("commands"),
    all("hooks"),
    all("judge"),
    all("hosts", [".", "./wired", "./import", "./sessions"]),
    all("audit"),
    all("engine"),
    all("facts"),
    all("cache", [".", "./file", "./redis"]),
    all("condition", [".", "./compile"]),
    all("redact"),
    all("json", [".", "./canonical"]),
  ],
  "language-server": [
    all("hosts", [".", "./json-schemas"]),
    all("analysis"),
    all("engine"),
    all("facts"),
    all("condition"),
    all("json"),
  ],
  core: [
    all("runtime", [".", "./portable"]),
    all("judge"),
    all("hosts", [".", "./wired"]),
    types("audit"),
    all("engine", [".", "./stored"]),
    all("condition", ["./analysis"]),
    all("facts"),
    all("cache"),
    all("json", [".", "./canonical"]),
  ],
  runtime: [all("audit"), all("cache"), all("engine"), all("json", [".", "./canonical"])],
  commands: [types("engine"), all("redact"), all("json")],
  hooks: [
    all("judge"),
    types("engine"),
    all("json"),
    all("redact"),
    all("condition", ["./compile", "./re2"]),
  ],
  judge: [all("redact"), types("engine"), all("json")],
  hosts: [all("engine"), all("condition", [".", "./analysis", "./compile"]), all("shell"), all("json")],
  audit: [all("redact"), types("engine"), all("json")],
  engine: [all("condition", ["./analysis", "./compile", "./re2"]), all("json", [".", "./intrinsics"])],
  cache: [types("engine"), all("json", [".", "./canonical"])],
  condition: [all("json", [".", "./intrinsics", "./values"])],
  analysis: [all("engine"), all("condition", ["./analysis", "./compile", "./re2"]), all("json")],
  replay: [all("analysis"), all("engine"), all("redact"), all("json")],
  facts: [all("shell"), all("json")],
  shell: [],
  redact: [all("json")],
  json: [],
};

/** Packages that use nothing of the host: no `node:` module, so that they run in a browser or a worker. */
export const hostFree: readonly string[] = [
  "json",
  "condition",
  "engine",
  "analysis",
  "shell",
  "facts",
  "hosts",
  "redact",
  "replay",
];

/** Packages without time, chance or waiting: the same arguments give the same answer, at once. */
export const pure: readonly string[] = [
  "json",
  "condition",
  "engine",
  "analysis",
  "shell",
  "facts",
  "replay",
];

/** The npm packages that open connections, and the one place that imports each. */
export const connecting: Readonly<Partial<Record<string, string>>> = {
  ioredis: "cache/redis/",
  bullmq: "cli/replay/queue/",
  ai: "judge/provider/",
  "@ai-sdk/anthropic": "judge/provider/",
  "@ai-sdk/openai": "judge/provider/",
  "@ai-sdk/openai-compatible": "judge/provider/",
};

/** Entries that must not load these npm packages, however indirectly. */
export const neverLoaded: readonly {
  readonly from: string;
  readonly entry: string;
  readonly npm: readonly string[];
}[] = [
  { from: "json", entry: ".", npm: ["chevrotain", "re2js"] },
  { from: "condition", entry: "./compile", npm: ["chevrotain", "re2js"] },
  { from: "condition", entry: "./analysis", npm: ["chevrotain", "re2js"] },
  { from: "condition", entry: "./re2", npm: ["chevrotain"] },
  { from: "engine", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai"] },
  { from: "cache", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai", "ioredis"] },
  { from: "cache", entry: "./file", npm: ["ioredis"] },
  {
    from: "language-server",
    entry: ".",
    npm: ["vscode-languageserver", "vscode-languageserver-textdocument"],
  },
  { from: "runtime", entry: ".", npm: ["chevrotain", "yaml", "json5", "ai", "ioredis"] },
];
