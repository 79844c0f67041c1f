import { spawnSync } from "node:child_process";

/**
 * Installs a program that tests run where it is missing (Debian, as root), else says what to do.
 *
 * @param asked the words that make it say its version
 */
export function requireProgram(name: string, debianPackage: string = name, asked = "--version"): void {
  const isThere = (): boolean => spawnSync(name, [asked], { stdio: "ignore" }).status === 0;
  if (isThere()) return;
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", "-qq", "-o", "DPkg::Lock::Timeout=120", debianPackage], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (!isThere()) throw new Error(`the tests need the program ${name}: apt-get install ${debianPackage}`);
}
