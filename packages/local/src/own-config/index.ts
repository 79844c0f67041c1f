export { ownConfigWanted } from "./user-settings.js";
export {
  type HookModels,
  MOST_OFF_MS,
  OFF_FILE,
  readUserSettings,
  type ShellCalls,
} from "./user-settings.js";
