import type { LoadedConfig } from "./mayros-config.js";
import * as configReader from "./read-config.js";

/**
 * Reads a Mayros configuration file (JSON5, at most 256 KiB): the block `plugins.entries["llm-hooks"].config`, a block
 * `llmHooks`, or the bare settings. What is missing or wrong has its documented default.
 */
export function loadMayrosConfig(
  text: string | Uint8Array,
  options: { readonly path: string },
): LoadedConfig {
  return lateReadConfig().readConfig(text, options.path);
}

/** The reader of configuration files, with JSON5 and its schemas. The build lets it run on the first call. */
function lateReadConfig(): typeof configReader {
  return configReader;
}
