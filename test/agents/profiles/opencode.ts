import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Profile } from "./profile.js";

/** OpenCode, run by `opencode run`. Its hooks are functions of a module that it loads. */
export const opencode: Profile = {
  name: "opencode",
  shell: (command) => ({ name: "bash", args: { command, description: "test" } }),
  settle({ place, url, native, prompt }) {
    const models = { scripted: { name: "Scripted", limit: { context: 100_000, output: 8_000 } } };
    writeJson(path.join(place.project, "opencode.json"), {
      autoupdate: false,
      share: "disabled",
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      enabled_providers: ["scripted"],
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${url}/v1`, apiKey: "dummy" },
          models,
        },
      },
      permission: {
        bash: native === "deny" ? { "*": "allow", "touch *": "deny" } : native,
        edit: native,
        webfetch: "deny",
      },
    });
    // It installs its plugin SDK into each folder of settings and, offline, waits a minute for it before it loads
    // plugins. A lock file that names the SDK already ends that.
    const folder = path.join(place.home, ".config/opencode");
    const dependencies = { "@opencode-ai/plugin": "*" };
    mkdirSync(path.join(folder, "node_modules"), { recursive: true });
    writeJson(path.join(folder, "package.json"), { dependencies });
    writeJson(path.join(folder, "package-lock.json"), {
      lockfileVersion: 3,
      packages: { "": { dependencies } },
    });
    return {
      args: ["run", "--format", "json", "--print-logs", "--log-level", "WARN", prompt],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        npm_config_fetch_retries: "0",
      },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    const folder = path.join(place.home, ".config/opencode/plugins");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "gate.js"), plugin(line, timeoutSeconds));
  },
};

/**
 * A plugin that runs a command line before each call. Its answer is `{ throw }` or `{ args }`; whatever else
 * happens blocks the call.
 */
function plugin(line: string, timeoutSeconds: number): string {
  return `
import { spawn } from "node:child_process";
const run = (payload) => new Promise((resolve, reject) => {
  const child = spawn("/bin/sh", ["-c", ${JSON.stringify(line)}], { stdio: ["pipe", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (chunk) => { said += chunk; });
  child.stdin.on("error", () => {});
  child.stdin.end(payload);
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    reject(new Error("the hook took too long"));
  }, ${timeoutSeconds * 1_000});
  child.once("error", reject);
  child.once("exit", () => clearTimeout(timer));
  child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error("the hook ended with " + code))));
});
export const Gate = async () => ({
  "tool.execute.before": async (input, output) => {
    const said = await run(JSON.stringify({ hook: "tool.execute.before", input, output }));
    if (said === "") return;
    const answer = JSON.parse(said);
    if (answer.throw) throw new Error(answer.throw);
    if (answer.args) Object.assign(output.args, answer.args);
  },
});
`;
}
