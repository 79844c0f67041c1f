import { spawnSync } from "node:child_process";

const PROGRAM = `
import { readFileSync } from "node:fs";
import { compileFunction, SourceTextModule } from "node:vm";
const NAMES = ["exports", "require", "module", "__filename", "__dirname"];
const takes = (make) => {
  try { make(); return true; } catch (error) { if (error instanceof SyntaxError) return false; throw error; }
};
for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
  const text = JSON.parse(line);
  console.log(takes(() => compileFunction(text, NAMES)) || takes(() => new SourceTextModule(text)) ? 1 : 0);
}
`;

/** Which texts Node takes for programs, as `node --check` would say of a file or a module. Nothing of them runs. */
export function nodeTakes(texts: readonly string[]): readonly boolean[] {
  const argv = ["--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    input: texts.map((one) => `${JSON.stringify(one)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line === "1");
}
