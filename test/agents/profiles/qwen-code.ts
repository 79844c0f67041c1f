import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Native, Profile } from "./profile.js";

const PERMISSIONS: Readonly<Record<Native, object>> = {
  allow: { allow: ["Bash"] },
  ask: {},
  deny: { deny: ["Bash(touch *)"] },
};

/** Qwen Code with a prompt. */
export const qwenCode: Profile = {
  name: "qwen-code",
  shell: (command) => ({
    name: "run_shell_command",
    args: { command, description: "test", is_background: false },
  }),
  settle({ place, url, native, prompt }) {
    writeJson(path.join(place.home, ".qwen/settings.json"), {
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      model: { name: "scripted" },
      permissions: PERMISSIONS[native],
    });
    const mode = native === "allow" ? ["--approval-mode", "yolo"] : [];
    return {
      args: ["--prompt", prompt, "--output-format", "stream-json", ...mode],
      env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "dummy", OPENAI_MODEL: "scripted", CI: "1" },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    const hooks = [{ type: "command", name: "gate", command: line, timeout: timeoutSeconds * 1_000 }];
    writeJson(path.join(place.home, ".qwen/settings.json"), {
      hooks: { PreToolUse: [{ matcher: "*", hooks }] },
    });
  },
};
