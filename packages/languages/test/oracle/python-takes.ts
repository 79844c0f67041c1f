import { spawnSync } from "node:child_process";
import { requireProgram } from "../../../../test/require-program.js";

const PROGRAM = `
import ast, json, sys
for line in sys.stdin:
    try: ast.parse(json.loads(line)); print(1)
    except (SyntaxError, ValueError, RecursionError, MemoryError): print(0)
`;

/** Which texts Python takes for programs. Nothing of them runs. */
export function pythonTakes(texts: readonly string[]): readonly boolean[] {
  requireProgram("python3");
  const input = texts.map((one) => `${JSON.stringify(one)}\n`).join("");
  const { status, stdout, stderr } = spawnSync("python3", ["-I", "-W", "ignore", "-c", PROGRAM], {
    input,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line === "1");
}
