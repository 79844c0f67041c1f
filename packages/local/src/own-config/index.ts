export { ownConfigWanted } from "./own-config-wanted.js";
export { type HookModels, readUserSettings } from "./user-settings.js";
