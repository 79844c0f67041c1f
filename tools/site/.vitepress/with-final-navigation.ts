import type { TransformContext } from "vitepress";

/**
 * The HTML of a page with the classes and roles that its script would give the navigation: the default theme adds the bar's classes
 * when it runs, and the page moves; and it nests buttons in the sidebar (see theme/mended.ts).
 */
export function withFinalNavigation(html: string, _file: string, { pageData }: TransformContext): string {
  const classes = pageData.frontmatter["sidebar"] === false ? "VPNavBar top" : "VPNavBar has-sidebar top";
  return html
    .replace('<div class="VPNavBar"', `<div class="${classes}"`)
    .replaceAll('<div class="item" role="button" tabindex="0"', '<div class="item"');
}
