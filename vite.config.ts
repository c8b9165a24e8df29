import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig } from "vite";
import { denyImports } from "vite-env-only";
import { type ChunkGroup, codeSplittingGroups } from "./build-tools/chunk-groups.ts";
import { offlineWorker } from "./build-tools/offline-worker.ts";
import { retriedImports } from "./build-tools/retried-imports.ts";
import { buildTargets } from "./scripts/browser-support.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

const maplibreWorker = "node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs";

/** The chunks that several pages share. What only one of them uses stays with that one. */
const sharedChunks: readonly ChunkGroup[] = [
  {
    name: "framework",
    of: [
      "node_modules/react/",
      "node_modules/react-dom/",
      "node_modules/scheduler/",
      "node_modules/react-router/",
      // What loads the other chunks, which the router does too.
      "app/chunks/",
      "\0vite/preload-helper.js",
    ],
    priority: 2,
  },
  {
    // The map page and the form that adds a place share it, each in a chunk that comes on demand.
    name: "maplibre",
    of: ["node_modules/maplibre-gl/"],
    // Its address is a module too, but one that the pages start with.
    without: [maplibreWorker],
    priority: 2,
  },
  {
    // What forms check their fields with; no page starts with it.
    name: "schemas",
    of: [
      "node_modules/valibot/",
      "domain/validation/check-fields.ts",
      "domain/validation/described.ts",
    ],
    priority: 2,
  },
  {
    name: "shell",
    of: [
      "app/ui/",
      "app/i18n/",
      "domain/text/i18n.ts",
      "domain/embed/embed-path.ts",
      "app/network/",
      "app/features/layout/",
      // Links that lead to sign in and back; left alone, they bring the forms of accounts with them.
      "domain/account/own-path.ts",
    ],
    // What only opens on demand, though in several places, and what `/` does not start with.
    without: [
      "app/ui/form/",
      "app/ui/dialog.tsx",
      "app/ui/disclosure.tsx",
      "app/ui/tabs.tsx",
      "app/ui/pagination.tsx",
      "app/ui/qr-code.tsx",
      "app/ui/use-refresh.ts",
      // What map and list show places with.
      "app/ui/invalid-url.tsx",
      "app/ui/find-position.ts",
      "app/ui/toggle-chip.tsx",
      "app/ui/use-now.ts",
      "app/network/action-with-fallback.ts",
      "app/network/saved-places-store.ts",
      "app/network/saved-ways.ts",
      "app/network/page-router.ts",
      "app/network/queued-writes.ts",
      "app/network/send-form.ts",
      "app/i18n/page-messages.tsx",
      "app/features/layout/no-permission-page.tsx",
      "app/features/layout/not-found-page.tsx",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What a place is and how it is shown: what map and list both start with.
    name: "place",
    of: [
      "app/place/",
      "domain/place/",
      "domain/opening/",
      "domain/geography/coordinates.ts",
      "domain/geography/bounding-box.ts",
      "domain/feedback/closed-for-now.ts",
      "domain/map/map-view.ts",
      "domain/map/map-page-query.ts",
      "domain/validation/page-sizes.ts",
      "domain/validation/pagination.ts",
      "domain/validation/record-of.ts",
      "app/ui/invalid-url.tsx",
      "app/ui/find-position.ts",
      "app/ui/form/search-field.tsx",
      "app/ui/toggle-chip.tsx",
      "app/ui/use-now.ts",
      "app/features/address-search/place-search.tsx",
    ],
    // What the list, the panel and the forms alone use.
    without: [
      "app/place/answer-label.ts",
      "app/place/closure-line.tsx",
      "app/place/drawn-map.tsx",
      "app/place/place-rows.tsx",
      "app/place/more-facts.tsx",
      "app/place/opening-hours.tsx",
      "app/place/place-change.tsx",
      "app/place/place-rating.tsx",
      "app/place/rating-input.tsx",
      "app/place/rating-input.css",
      "app/place/review-quote.tsx",
      "app/place/share-button.tsx",
      "app/place/share-link.ts",
      "domain/opening/format-hours.ts",
      "domain/opening/opening-hours-syntax.ts",
      "domain/opening/usual-hours.ts",
      "domain/place/new-place.ts",
      "domain/place/nearest-places.ts",
      "domain/place/place.ts",
      "domain/place/place-facts.ts",
      "domain/place/place-fee.ts",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What the map's page and its live map both use.
    name: "map-start",
    of: [
      "app/features/map/map-area.ts",
      "app/features/map/chosen-notice.tsx",
      "app/features/map/map-page-data.ts",
      "app/features/map/sheet-layout.ts",
      "app/features/map/use-map-support.ts",
      "app/features/map/page/",
      "app/features/map/sheet/",
      "app/features/map/list/",
      "app/features/map/base-map/base-map-notice.tsx",
      "app/features/map/base-map/base-map-state.ts",
      "app/features/map/live/load-live-map.ts",
      "app/features/map/picture/map-picture.tsx",
      maplibreWorker,
      "domain/map/base-map-source.ts",
      "domain/map/initial-view.ts",
      "domain/map/bounds-of-view.ts",
      "domain/geography/web-mercator.ts",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What the live maps of the map's page, of a frame and of the form share.
    name: "live-map",
    of: ["app/features/map/live/", "app/features/map/base-map/", "domain/map/"],
    without: ["domain/map/marker-shapes.ts"],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What the list's page starts with, and the panel and the forms use too.
    name: "list-start",
    of: [
      "app/ui/form/select.tsx",
      "app/ui/disclosure.tsx",
      "app/ui/pagination.tsx",
      "app/ui/use-refresh.ts",
      "app/place/opening-hours.tsx",
      "app/place/place-rating.tsx",
      "app/place/closure-line.tsx",
      "app/place/more-facts.tsx",
      "domain/place/place.ts",
      "app/features/feedback/last-confirmed.tsx",
      "app/features/reviews/review-skeleton.tsx",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What the panel, and the list for those who are signed in, confirm, report and review with.
    name: "feedback",
    of: [
      "app/place/share-button.tsx",
      "app/place/share-link.ts",
      "app/moderated-place.tsx",
      "app/features/feedback/door-question.tsx",
      "app/features/feedback/confirm-and-report.tsx",
      "app/features/feedback/feedback-failure.ts",
      "app/features/reviews/review-button.tsx",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    // What the pages that change a place, and tell of its changes, share.
    name: "place-changes",
    of: [
      "app/place/place-change.tsx",
      "domain/edits/",
      "domain/opening/format-hours.ts",
      "domain/opening/opening-hours-syntax.ts",
      "domain/opening/usual-hours.ts",
    ],
    minShareCount: 2,
    priority: 1,
  },
  {
    name: "account-forms",
    of: ["app/features/account/", "domain/account/password-rules.ts"],
    without: ["app/features/account/second-factor/", "app/features/account/terms-request.tsx"],
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
        files: ["server/**", "build-tools/**", "cli/**", "tests/**"],
      },
    }),
    retriedImports(),
    tailwindcss(),
    reactRouter(),
    offlineWorker(build),
  ],
  // Named, because found one by one they make a cold development server reload its first pages.
  optimizeDeps: {
    include: ["maplibre-gl", "web-vitals"],
  },
  environments: {
    // A few shared chunks in place of many small ones: 6 KB less compressed, and half the requests.
    client: {
      build: {
        target: buildTargets,
        cssTarget: buildTargets,
        modulePreload: {
          // Every browser that can draw the map knows `modulepreload` itself.
          polyfill: false,
          // A chunk that imports no other is left out of its own list, but is to be retried as well.
          resolveDependencies: (file, dependencies) =>
            dependencies.length > 0 ? dependencies : [file],
        },
        rolldownOptions: {
          output: { codeSplitting: { groups: codeSplittingGroups(sharedChunks, root) } },
        },
      },
    },
    // The server's own application is the entry; it asks for the pages' build by its virtual name.
    ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } },
  },
});
