import path from "node:path";
import { writeJson } from "../session/write-json.js";
import type { Native, Profile } from "./profile.js";

const PERMISSIONS: Readonly<Record<Native, readonly string[]>> = {
  // The program of a box is outside of its folders.
  allow: ["--allow-all-tools", "--allow-all-paths"],
  ask: [],
  deny: ["--allow-all-tools", "--deny-tool", "shell(touch:*)"],
};

/** Copilot CLI with a provider of its own, which needs no account. */
export const copilot: Profile = {
  name: "copilot",
  shell: (command) => ({ name: "bash", args: { command, description: "test" } }),
  settle({ place, url, native, prompt }) {
    writeJson(path.join(place.home, ".copilot/config.json"), {
      trusted_folders: [place.project],
      banner: "never",
    });
    const quiet = ["--no-auto-update", "--disable-builtin-mcps", "--no-remote", "--no-color"];
    return {
      args: ["-p", prompt, "--output-format", "json", ...quiet, ...PERMISSIONS[native]],
      env: {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_TYPE: "openai",
        COPILOT_PROVIDER_API_KEY: "dummy",
        COPILOT_MODEL: "scripted",
        COPILOT_AUTO_UPDATE: "false",
      },
    };
  },
  wire(place, { line, timeoutSeconds }) {
    writeJson(path.join(place.home, ".copilot/hooks/gate.json"), {
      version: 1,
      hooks: { preToolUse: [{ type: "command", bash: line, timeoutSec: timeoutSeconds }] },
    });
  },
};
