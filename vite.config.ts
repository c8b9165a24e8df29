import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { denyImports } from "vite-env-only";

const sharedChunks = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\//,
    priority: 2,
  },
  // The map page and the form that adds a place share it, each in a chunk that comes on demand.
  { name: "maplibre", test: /node_modules\/maplibre-gl\//, priority: 2 },
  {
    name: "shell",
    // All but what only opens on demand, though in several places, and what `/` does not start with.
    test: /\/app\/(ui\/(?!combobox|confirmed-button|counted-text-area|dialog|disclosure|field-class|move-in-options|opening-hours|pager-nav|rating-input|search-field|select|tabs|use-option-list|use-refresh)|i18n|network|features\/(layout|connection))/,
    minShareCount: 2,
    priority: 1,
  },
  // What map and list both start with, instead of a file for each rule.
  {
    name: "place",
    test: /\/domain\/(map-|place-|query-reader|open-|opening-|local-|coordinates|bounding-box|pager|currency|next-opening)/,
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
        // Every browser that can draw the map knows `modulepreload` itself.
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
      },
    },
    // The server's own application is the entry; it asks for the pages' build by its virtual name.
    ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } },
  },
});
