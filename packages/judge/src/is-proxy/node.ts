import { types } from "node:util";

/** Node knows which objects are proxies; they are refused, since each read of one may answer differently. */
export const isProxy: (value: unknown) => boolean = types.isProxy;
