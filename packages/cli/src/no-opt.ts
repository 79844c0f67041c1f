/** The option of Node with which V8 compiles nothing for speed: for a process that ends after one decision. */
export const NO_OPT = "--no-opt";
