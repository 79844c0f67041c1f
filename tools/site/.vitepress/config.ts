import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig, type DefaultTheme } from "vitepress";
import { readAddresses, repositoryPage } from "../addresses.js";
import { HOME } from "../pages.table.js";
import { sitePages, siteSections, type SitePage } from "../site-pages.js";
import { markdownOptions } from "./markdown.js";

const root = path.resolve(import.meta.dirname, "../../..");
const addresses = readAddresses();
const repository = repositoryPage(addresses);
const pages = sitePages(root);
const sources = new Set(pages.map(({ source }) => source));
const hasPlayground = existsSync(path.join(root, "packages/playground/package.json"));
const base = addresses.homepage === "" ? "/" : new URL(addresses.homepage).pathname.replace(/\/?$/, "/");

function sidebarItem({ title, file, under }: SitePage): DefaultTheme.SidebarItem {
  const items = under.filter(({ isListed }) => isListed).map(sidebarItem);
  return { text: title, link: `/${file}`, ...(items.length === 0 ? {} : { items, collapsed: true }) };
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
  transformPageData(page) {
    if (page.filePath !== HOME) return;
    return {
      frontmatter: { ...page.frontmatter, sidebar: false, aside: false, pageClass: "front", next: false },
    };
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
    search: { provider: "local" },
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
