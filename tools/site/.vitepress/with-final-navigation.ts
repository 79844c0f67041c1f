import type { TransformContext } from "vitepress";

/** The id of an element behind all others. */
export const PAGE_END = "page-end";

/**
 * The HTML of a page with its end marked, and with the classes and roles that its script would give the navigation: the default theme adds the bar's classes
 * when it runs, and the page moves; and it nests buttons in the sidebar (see theme/mended.ts).
 */
export function withFinalNavigation(html: string, _file: string, { pageData }: TransformContext): string {
  const classes = pageData.frontmatter["sidebar"] === false ? "VPNavBar top" : "VPNavBar has-sidebar top";
  return html
    .replace('<div class="VPNavBar"', `<div class="${classes}"`)
    .replaceAll('<div class="item" role="button" tabindex="0"', '<div class="item"')
    .replace(/(?=<\/body>\s*<\/html>\s*$)/, `<i id="${PAGE_END}" hidden></i>`);
}
