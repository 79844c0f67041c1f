import type { Frame } from "./frame/frame.js";

/** Every package of the workspace, by its main entry and its lighter ones; what one imports of the others is counted with it. */
const PACKAGES = [
  "json",
  "condition",
  "condition/analysis",
  "condition/compile",
  "engine",
  "runtime",
  "hosts",
  "hosts/wired",
  "cache",
  "judge",
  "hooks",
  "commands",
  "audit",
  "redact",
];

/** What importing a package costs, over a Node process that imports nothing. */
export default async function imports(frame: Frame): Promise<void> {
  const process = (code: string): { readonly args: readonly string[] } => ({
    args: ["--input-type=module", "--eval", code],
  });
  const importing = PACKAGES.map((name): [string, ReturnType<typeof process>] => {
    const address = import.meta.resolve(`@gatehouse-hooks/${name}`);
    return [name, process(`await import(${JSON.stringify(address)})`)];
  });
  await frame.start("import", { "bare Node": process(""), ...Object.fromEntries(importing) });
}
