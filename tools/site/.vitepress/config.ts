import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig, type DefaultTheme } from "vitepress";
import { readAddresses, repositoryPage, siteBase } from "../addresses.js";
import { HOME } from "../pages.table.js";
import { sitePages, siteSections, type SitePage } from "../site-pages.js";
import { markdownOptions } from "./markdown.js";
import { PAGE_END, withFinalNavigation } from "./with-final-navigation.js";

const root = path.resolve(import.meta.dirname, "../../..");
const addresses = readAddresses();
const repository = repositoryPage(addresses);
const pages = sitePages(root);
const sources = new Set(pages.map(({ source }) => source));
const hasPlayground = existsSync(path.join(root, "packages/playground/build.ts"));
const base = siteBase(addresses);

/** So many pages below another are shown from the start. */
const FEW = 14;

function sidebarItem({ title, file, under }: SitePage): DefaultTheme.SidebarItem {
  const items = under.map(sidebarItem);
  return {
    text: title,
    link: `/${file}`,
    // The script opens what is closed and has the page: the navigation would move.
    ...(items.length === 0 ? {} : { items, collapsed: items.length > FEW }),
  };
}

/** The first page that a section has: sections grow while pages are written. */
function firstOf(title: string): string {
  return `/${siteSections(root).find((section) => section.title === title)?.pages[0]?.file ?? "index.md"}`;
}

export default defineConfig({
  srcDir: root,
  outDir: path.resolve(import.meta.dirname, "../dist"),
  base,
  lang: "en",
  title: "Gatehouse",
  description: "The decision core for AI-agent hooks: deny, ask, allow or abstain, and why.",
  head: [
    // A table takes its widths from all of its rows, and the bar from all of its items: nothing is drawn before they are there. Chromium
    // waits for the beginning of an element only, so it is an empty one behind all others.
    ["link", { rel: "expect", href: `#${PAGE_END}`, blocking: "render" }],
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }],
    ["meta", { name: "theme-color", content: "#ffffff", media: "(prefers-color-scheme: light)" }],
    ["meta", { name: "theme-color", content: "#14171a", media: "(prefers-color-scheme: dark)" }],
  ],
  // What is no page of the table is not built.
  srcExclude: [
    "!(docs|packages|clients|conformance|bench|test)/**/*",
    "{AGENTS,README}.md",
    "packages/*/{api,test,src,node_modules,examples}/**",
  ],
  rewrites: Object.fromEntries(pages.map(({ source, file }) => [source, file])),
  ...(addresses.homepage === "" ? {} : { sitemap: { hostname: addresses.homepage } }),
  markdown: markdownOptions({ root, sources, repository }),
  transformHtml: withFinalNavigation,
  transformPageData(page) {
    if (page.filePath !== HOME) return;
    // An outline would come with the script, and push the page down on a phone.
    const front = { sidebar: false, aside: false, outline: false, pageClass: "front", next: false };
    return { frontmatter: { ...page.frontmatter, ...front } };
  },
  themeConfig: {
    nav: [
      { text: "Guide", link: firstOf("Guide") },
      { text: "Reference", link: firstOf("Reference") },
      ...(hasPlayground ? [{ text: "Playground", link: "/playground/", target: "_self" }] : []),
      { text: "About", link: "/architecture.md" },
    ],
    sidebar: siteSections(root).map(({ title, isClosed, pages: some }) => ({
      text: title,
      collapsed: isClosed,
      items: some.map(sidebarItem),
    })),
    outline: { level: [2, 3] },
    // Pages with all words, and not those with any: of many pages, many have one.
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            combineWith: "AND",
            fuzzy: 0.1,
            // Who asks in words of their own looks for the page that answers, not for a name of the API.
            boostDocument: (id: string) =>
              id.includes("/questions.html") ? 20 : /\/(?:reference\/api|packages)\//.test(id) ? 0.2 : 1,
          },
        },
      },
    },
    ...(repository === ""
      ? {}
      : {
          editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" },
          socialLinks: [{ icon: "github", link: repository, ariaLabel: "Repository" }],
        }),
  },
  vite: {
    plugins: [
      {
        // The documents are outside of this folder, and would find nothing of its node_modules.
        name: "vue-for-documents",
        enforce: "pre",
        resolveId(source, importer, options) {
          if (!/^vue(\/|$)/.test(source) || importer === undefined) return null;
          return this.resolve(source, path.resolve(import.meta.dirname, "config.ts"), {
            ...options,
            skipSelf: true,
          });
        },
      },
    ],
    publicDir: path.resolve(import.meta.dirname, "../public"),
    server: { fs: { allow: [root] }, watch: { ignored: ["**/.agents/**", "**/tmp/**", "**/dist/**"] } },
  },
});
