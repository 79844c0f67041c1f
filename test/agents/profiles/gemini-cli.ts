import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Profile } from "./profile.js";

/** Its tools that a permission is needed for. */
const TOOLS = ["run_shell_command", "write_file", "replace"];

/** Gemini CLI with a prompt. A tool that would be asked about is not offered to the model at all. */
export const geminiCli: Profile = {
  name: "gemini-cli",
  shell: (command) => ({ name: "run_shell_command", args: { command, description: "test" } }),
  settle({ place, url, native, prompt }) {
    const folder = path.join(place.home, ".gemini");
    writeJson(path.join(folder, "settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false, enableAutoUpdateNotification: false },
      model: { name: "gemini-2.5-pro" },
    });
    if (native !== "ask") {
      mkdirSync(path.join(folder, "policies"), { recursive: true });
      const rules = TOOLS.map(
        (name) => `[[rule]]\ntoolName = "${name}"\ndecision = "allow"\npriority = 500\n`,
      );
      if (native === "deny")
        rules.push(
          '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"\npriority = 600\n',
        );
      writeFileSync(path.join(folder, "policies/tools.toml"), rules.join("\n"));
    }
    return {
      args: ["--prompt", prompt, "--output-format", "stream-json"],
      env: {
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_API_KEY: "dummy",
        GEMINI_CLI_TRUST_WORKSPACE: "true",
        GEMINI_TELEMETRY_ENABLED: "false",
        CI: "1",
      },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    const hooks = [{ type: "command", name: "gate", command: line, timeout: timeoutSeconds * 1_000 }];
    writeJson(path.join(place.home, ".gemini/settings.json"), {
      hooks: { BeforeTool: [{ matcher: ".*", hooks }] },
    });
  },
};
