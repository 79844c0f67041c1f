/** The page on which people answer. Written by `pnpm approval-page` from the files of `page`. */
declare const PAGE_FILES: Readonly<Record<"html" | "style" | "script", string>>;
export = PAGE_FILES;
