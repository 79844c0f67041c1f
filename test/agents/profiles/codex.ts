import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Profile } from "./profile.js";

/** Codex, run by `codex exec`, which never asks anybody. The name of the model decides which tools it is given. */
export const codex: Profile = {
  name: "codex",
  shell: (command) => ({ name: "exec_command", args: { cmd: command } }),
  settle({ place, url, native, prompt, trustHooks }) {
    const folder = path.join(place.home, ".codex");
    mkdirSync(path.join(folder, "rules"), { recursive: true });
    writeFileSync(
      path.join(folder, "config.toml"),
      `
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "${native === "ask" ? "on-request" : "never"}"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[projects."${place.project}"]
trust_level = "trusted"
`,
    );
    if (native !== "allow") {
      const decision = native === "ask" ? "prompt" : "forbidden";
      const rule = `prefix_rule(pattern=["touch"], decision="${decision}")\n`;
      writeFileSync(path.join(folder, "rules/default.rules"), rule);
    }
    const trust = trustHooks ? ["--dangerously-bypass-hook-trust"] : [];
    return {
      args: ["exec", "--json", "--skip-git-repo-check", ...trust, prompt],
      env: { SCRIPTED_KEY: "dummy", CODEX_HOME: folder },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    const hooks = [{ type: "command", command: line, timeout: timeoutSeconds }];
    writeJson(path.join(place.home, ".codex/hooks.json"), {
      hooks: { PreToolUse: [{ matcher: ".*", hooks }] },
    });
  },
};
