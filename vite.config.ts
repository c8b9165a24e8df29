import { existsSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { denyImports } from "vite-env-only";
import { retriedImports } from "./cli/retried-imports.ts";

/** How the names of those parts of `app/ui` begin that the first page of a visit does without. */
const partsOnDemand = [
  "combobox",
  "confirmed-submit",
  "counted-text-area",
  "dialog",
  "disclosure",
  "fault-text",
  "move-in-options",
  "opening-hours",
  "pager-nav",
  "rating-input",
  "search-field",
  "select",
  "tabs",
  "use-option-list",
  "use-refresh",
];
// A part that was renamed would join what every page starts with, and nobody would see it.
for (const part of partsOnDemand) {
  const files = [`app/ui/${part}.ts`, `app/ui/${part}.tsx`];
  if (!files.some((file) => existsSync(new URL(file, import.meta.url)))) {
    throw new Error(`vite.config.ts keeps app/ui/${part} apart, which is not there`);
  }
}

const sharedChunks = [
  {
    name: "framework",
    // With what loads the other chunks, which the router does too.
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\/|\/app\/chunks\/|preload-helper/,
    priority: 2,
  },
  // The map page and the form that adds a place share it, each in a chunk that comes on demand.
  // The address of its worker's script is a module too, but one that the pages start with.
  { name: "maplibre", test: /node_modules\/maplibre-gl\/(?!.*\?worker)/, priority: 2 },
  {
    name: "shell",
    // All but what only opens on demand, though in several places, and what `/` does not start with.
    test: new RegExp(
      `/app/(ui/(?!${partsOnDemand.join("|")})|i18n|network|features/(layout/(?!refused-page|not-found-page|closed-door)|connection))`,
    ),
    minShareCount: 2,
    priority: 1,
  },
  // What map and list both start with, instead of a file for each rule and each address.
  {
    name: "place",
    test: /\?worker|\/features\/map\/with-map-worker|\/app\/ui\/search-field|\/features\/address-search\/place-search|\/domain\/(map-|place-|query-reader|open-|opening-|local-|coordinates|bounding-box|pager|currency|next-opening)/,
    minShareCount: 2,
    priority: 1,
  },
  // What the map's page and its live map both use.
  {
    name: "map-start",
    test: /\/features\/map\/(base-map-notice|opening-view|view-geometry|use-map-support|use-base-map-|useful-zoom|chosen-skeleton|nearby-list-query|covered-pixels)|\/domain\/(distance|base-map\/base-map-attributions)/,
    minShareCount: 2,
    priority: 1,
  },
  // What the list's page starts with, and the panel and the forms use too.
  {
    name: "list-start",
    test: /\/app\/(ui\/(disclosure|opening-hours|pager-nav|select|use-refresh)|features\/(upkeep\/last-confirmed|reviews\/(review-address|review-skeleton)|places\/approximate-position|add-place\/stored-draft))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: "account",
    test: /\/(app\/features\/account|domain\/password-rules)/,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [
    // The framework drops loaders from what the browser gets, but would follow any other import of
    // the server there, secrets and all: with these rules such a build fails.
    denyImports({
      client: {
        specifiers: [
          "#server/**",
          "#tests/**",
          /^node:/,
          "pg",
          "kysely",
          "pino",
          "hono",
          "hono/**",
        ],
        files: ["server/**", "cli/**", "tests/**"],
      },
    }),
    retriedImports(),
    tailwindcss(),
    reactRouter(),
  ],
  // Named, because found one by one they make a cold development server reload its first pages.
  optimizeDeps: {
    include: [
      "i18next",
      "react-i18next",
      "react-i18next/initReactI18next",
      "maplibre-gl",
      "web-vitals",
    ],
  },
  environments: {
    // A few shared chunks in place of many small ones: 6 KB less compressed, and half the requests.
    client: {
      build: {
        modulePreload: {
          // Every browser that can draw the map knows `modulepreload` itself.
          polyfill: false,
          // A chunk that imports no other is left out of its own list, but is to be retried as well.
          resolveDependencies: (file, dependencies) =>
            dependencies.length > 0 ? dependencies : [file],
        },
        rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
      },
    },
    // The server's own application is the entry; it asks for the pages' build by its virtual name.
    ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } },
  },
});
