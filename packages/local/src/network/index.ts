export { openProxiedNetwork } from "./open-proxied-network.js";
