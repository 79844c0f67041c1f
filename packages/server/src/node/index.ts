export { listen, type Listening, type ListenOptions } from "./listen.js";
