export { ownConfigWanted } from "./user-settings.js";
export { type HookModels, readUserSettings } from "./user-settings.js";
