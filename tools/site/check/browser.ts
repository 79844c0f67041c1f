import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const DEBIAN = "/usr/bin/chromium";

/** Starts Chromium: what `CHROMIUM` names, or Debian's, which is installed when this runs as root. */
export async function startBrowser(): Promise<Browser> {
  const named = process.env["CHROMIUM"];
  const program = named ?? DEBIAN;
  if (named === undefined && !existsSync(DEBIAN)) installChromium();
  if (!existsSync(program)) throw new Error(`there is no \`${program}\`, which CHROMIUM names`);
  return await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
}

function installChromium(): void {
  if (process.getuid?.() !== 0)
    throw new Error("there is no Chromium: `apt-get install chromium` as root, or set CHROMIUM to its path");
  process.stderr.write("installing Chromium by apt-get\n");
  execFileSync("apt-get", ["update"], { stdio: "ignore" });
  execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], { stdio: "inherit" });
}
