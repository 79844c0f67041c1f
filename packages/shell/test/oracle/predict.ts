import {
  type ShellCall,
  type CommandReader,
  type Field,
  literalOf,
  runShell,
  showField,
} from "../../src/index.js";

/** What the package says that a script may run. */
export interface Prediction {
  readonly calls: readonly ShellCall[];
  readonly unknown: readonly string[];
}

const SOMETHING: readonly Field[] = [[{ kind: "hole", from: [], wide: false, form: "any" }]];

/** Reads a script with a reader that knows the stubs, `cat`, `env` and `bash`. */
export function predict(script: string): Prediction {
  const calls: ShellCall[] = [];
  const unknown: string[] = [];
  const reader: CommandReader = {
    command: (call, world) => {
      const name = literalOf(call.fields[0] ?? "");
      if (name === null) unknown.push("dynamic-command");
      if (call.builtin) return SOMETHING;
      calls.push(call);
      const text = call.fields.map((one) => literalOf(one));
      if (name === "env") {
        let at = 1;
        let clean = false;
        while (text[at] === "-i") {
          clean = true;
          at++;
        }
        const assignments = [];
        for (; /^\w+=/.test(text[at] ?? ""); at++) {
          const [variable = "", ...value] = (text[at] ?? "").split("=");
          assignments.push({ name: variable, value: value.join("="), span: call.span });
        }
        world.command(call.fields.slice(at), call.spans.slice(at), call.offsets.slice(at), {
          via: "env",
          assignments,
          clean,
        });
        return [""];
      }
      if (name === "bash") {
        if (text[1] === "-c" && call.fields[2] !== undefined)
          world.code(call.fields[2], { via: "bash -c", arguments: call.fields.slice(3) });
        else if (call.fields.length === 1) {
          for (const one of call.input.content)
            world.code(one, { via: "bash", maybe: call.input.content.length > 1 });
        } else {
          for (const directory of call.directories) {
            const content = world.file(`${showField(directory)}/${text[1]}`);
            if (content === null) unknown.push("opaque-file");
            else for (const one of content) world.code(one, { via: "bash" });
          }
        }
        return SOMETHING;
      }
      if (name === "cat") {
        if (call.fields.length === 1) return call.input.content;
        const [directory] = call.directories;
        const content =
          call.directories.length === 1 && directory !== undefined && call.fields.length === 2
            ? world.file(`${showField(directory)}/${text[1]}`)
            : null;
        return content ?? SOMETHING;
      }
      return [""];
    },
    file: () => [],
    variable: () => undefined,
    recursion: () => undefined,
    unknown: (code, text) => {
      unknown.push(`${code} ${text}`);
    },
  };
  runShell(script, { directory: "/w/p", home: "/home/u" }, reader);
  return { calls, unknown };
}

/** The call can be this execution. */
export function covers(call: ShellCall, argv: readonly string[], directory: string): boolean {
  const known = call.directories.some((one) => {
    const text = literalOf(one);
    return text === null || text === directory;
  });
  return known && expressionOf(call.fields).test(argv.map((one) => `${one}\0`).join(""));
}

function expressionOf(fields: readonly Field[]): RegExp {
  const source = fields.map((field) => {
    if (typeof field === "string") return `${escape(field)}\\x00`;
    if (field.every((part) => part.kind === "hole" && part.wide)) return "(?:[^\\x00]*\\x00)*";
    const parts = field.map((part) =>
      part.kind === "text" ? escape(part.text) : part.kind === "hole" && part.wide ? "[^]*" : "[^\\x00]*",
    );
    return `${parts.join("")}\\x00`;
  });
  return new RegExp(`^${source.join("")}$`);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
