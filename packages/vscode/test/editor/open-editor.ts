import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { InstalledEditor } from "./installed-editor.js";

/** An editor with the extension in it, on a project. */
export interface OpenEditor {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Installs the packed extension into an editor with an empty home, and opens a project in it.
 *
 * @throws Error when the extension cannot be installed
 */
export async function openEditor(
  { node, codeServer }: InstalledEditor,
  place: string,
  { vsix, files }: { readonly vsix: string; readonly files: Readonly<Record<string, string>> },
): Promise<OpenEditor> {
  const home = path.join(place, "home");
  const project = path.join(place, "project");
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  const env = { PATH: `${path.dirname(node)}:/usr/bin:/bin`, HOME: home };
  const { status, stderr } = spawnSync(node, [codeServer, "--install-extension", vsix], {
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the extension cannot be installed: ${stderr}`);
  const words = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry"];
  const child = spawn(
    node,
    [codeServer, ...words, "--disable-update-check", "--disable-workspace-trust", project],
    {
      env,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let said = "";
  child.stdout.setEncoding("utf8");
  for (;;) {
    const [text] = (await once(child.stdout, "data")) as [string];
    said += text;
    const [, url] = /listening on (http:\S+)/.exec(said) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url: `${url}?folder=${encodeURIComponent(project)}`,
      close: () => {
        // It has started others, in its group.
        if (child.pid !== undefined) process.kill(-child.pid);
      },
    };
  }
}
