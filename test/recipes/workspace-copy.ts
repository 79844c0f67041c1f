import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";

const ROOT = resolve(import.meta.dirname, "../..");
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** This workspace in a folder of its own, installed, to be changed as somebody would who follows a recipe. */
export interface WorkspaceCopy {
  read(file: string): string;
  write(file: string, text: string): void;
  /** Puts a text before the first place of `mark` in a file, which has to be there. */
  insert(file: string, mark: string, text: string): void;
  /** Copies a folder's files under another name, each text changed. */
  copyFolder(from: string, to: string, change: (text: string) => string): void;
  /** Runs a program of the workspace, which has to succeed. */
  run(program: string, args: readonly string[]): string;
  /** The full names of the tests of these files that fail; a file that cannot be loaded by its path. */
  failing(files: readonly string[], about?: string): readonly string[];
  remove(): void;
}

/** Copies what git knows, and links what is installed. */
export function copyWorkspace(): WorkspaceCopy {
  const root = mkdtempSync(join(tmpdir(), "gatehouse-recipe-"));
  const files = execFileSync("git", ["ls-files", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES,
  });
  for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(ROOT, file), join(root, file));
  }
  for (const folder of ["", ...packageFolders(files)]) linkInstalled(folder, root);
  const at = (file: string): string => join(root, file);
  const read = (file: string): string => readFileSync(at(file), "utf8");
  const started = (program: string, args: readonly string[]) =>
    spawnSync(at(`node_modules/.bin/${program}`), args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: OUTPUT_BYTES,
    });
  return {
    read,
    write(file, text) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    },
    insert(file, mark, text) {
      const whole = read(file);
      const place = whole.indexOf(mark);
      if (place === -1) throw new Error(`${file} has no ${JSON.stringify(mark)}`);
      writeFileSync(at(file), whole.slice(0, place) + text + whole.slice(place));
    },
    copyFolder(from, to, change) {
      mkdirSync(at(to), { recursive: true });
      for (const name of readdirSync(at(from)))
        writeFileSync(at(join(to, name)), change(read(join(from, name))));
    },
    run(program, args) {
      const { status, stdout, stderr } = started(program, args);
      if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
      return stdout;
    },
    failing(tests, about) {
      const report = at("recipe.json");
      rmSync(report, { force: true });
      const { stdout, stderr } = started("vitest", [
        "run",
        "--project=shared",
        "--project=docs",
        "--project=alone",
        "--reporter=json",
        `--outputFile=${report}`,
        ...(about === undefined ? [] : ["-t", about]),
        ...tests,
      ]);
      if (!existsSync(report)) throw new Error(`no test ran: ${stdout}${stderr}`);
      return failuresOf(readFileSync(report, "utf8"));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function packageFolders(files: string): readonly string[] {
  return files
    .split("\0")
    .flatMap((file) => (/^packages\/[^/]+\/package\.json$/.test(file) ? [dirname(file)] : []));
}

/** The links of a package's `node_modules` are relative: copied, they lead to the copies of the packages. */
function linkInstalled(folder: string, root: string): void {
  const from = join(ROOT, folder, "node_modules");
  if (!existsSync(from)) return;
  const to = join(root, folder, "node_modules");
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === ".pnpm") symlinkSync(join(from, name), join(to, name));
    else if (name === ".bin" || !name.startsWith("."))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
}

const REPORT = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

function failuresOf(text: string): readonly string[] {
  return REPORT.parse(JSON.parse(text)).testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length > 0) return failed.map(({ fullName }) => fullName);
    return status === "failed" ? [name] : [];
  });
}
