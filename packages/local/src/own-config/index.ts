export { ownConfigWanted } from "./user-settings.js";
export { type HookModels, MOST_OFF_MS, OFF_FILE, readUserSettings } from "./user-settings.js";
export { type ShellCalls, USER_SETTINGS } from "./user-settings.js";
