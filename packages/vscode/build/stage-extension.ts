import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { bundledLicenses } from "../../../tools/build/bundled-licenses.js";
import { SOURCE_CONDITION } from "../../../tools/scope.js";

/**
 * Puts together what the extension is packed of: its manifest, its code in one file, the built command with the language server, and the
 * schemas. Nothing is downloaded; `vsce` packs the folder.
 *
 * @param folder of the package; the command has been built
 * @param out is made anew
 */
export async function stageExtension(folder: string, out: string): Promise<void> {
  const packages = path.join(folder, "..");
  const cli = path.join(packages, "cli");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { version, files } = manifestOf(cli);
  const manifest = { ...manifestOf(folder, "extension.json"), version };
  writeFileSync(path.join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(path.join(folder, "README.md"), path.join(out, "README.md"));
  cpSync(path.join(packages, "../LICENSE"), path.join(out, "LICENSE"));
  cpSync(path.join(packages, "hosts/schemas"), path.join(out, "schemas"), { recursive: true });
  const isCommand = wholeNames(files.filter((file) => file.startsWith("dist/")));
  cpSync(path.join(cli, "dist"), path.join(out, "command/dist"), {
    recursive: true,
    filter: (source) => source === path.join(cli, "dist") || isCommand(path.relative(cli, source)),
  });
  const licenses = await bundle(folder, path.join(out, "extension.cjs"));
  writeFileSync(path.join(out, "third-party-licenses.txt"), licenses);
}

interface Manifest {
  readonly version: string;
  readonly files: readonly string[];
}

function manifestOf(folder: string, name = "package.json"): Manifest {
  return JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Manifest;
}

/** Whether a path is one of those that `files` of a package names: a star stands for letters of a name. */
function wholeNames(named: readonly string[]): (file: string) => boolean {
  const patterns = named.map((one) => one.split("*"));
  return (file) =>
    patterns.some(([start = "", end]) =>
      end === undefined ? file === start : file.startsWith(start) && file.endsWith(end),
    );
}

/** @returns the licences of what is in the file */
async function bundle(folder: string, file: string): Promise<string> {
  const made = await rolldown({
    input: path.join(folder, "src/extension.ts"),
    platform: "node",
    resolve: { conditionNames: [SOURCE_CONDITION, "node", "require", "default"] },
    external: ["vscode"],
    logLevel: "warn",
  });
  const { output } = await made.write({ file, format: "cjs", minify: true });
  await made.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`one file is expected, there are ${others.length} more`);
  return bundledLicenses(chunk.moduleIds);
}
