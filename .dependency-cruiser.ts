import type { Statement, VariableDeclarator } from "@swc/core";
import visitorModule from "@swc/core/Visitor.js";
import type { DependencyType, IConfiguration } from "dependency-cruiser";

// Tests, and the data that several of them share.
const test = "\\.(test|fixture)\\.tsx?$";
const typeOnly: DependencyType[] = ["type-only"];
const foundations = "^server/(concurrency|config|database|geometry|opening|rate-limits)/";
// Engines: folders of which other modules import the doors alone.
const doors = {
  "server/geo/extract": "extract-provider",
  "server/geo/embedded": "embedded-provider",
  "server/import/osm": "osm-file",
  "server/import/extract": "import-extract",
  "server/import/toilets": "import-toilets",
  "server/import/source-list": "read-source-list",
  "server/import/firebase": "migrate-firebase",
  "server/import/street-map": "make-street-map",
  "server/import/walking-tiles": "make-walking-tiles",
  "server/geo/walking": "walking-router",
  "server/map-picture": "draw-map-picture",
  "server/opening": "opening-hours",
};
const ours = "^(app|basemap|bench|build-tools|cli|domain|scripts|server|tests)/";

/*
 * Rules of imports between folders, which `npm run check` applies to every module. The picture and the reasons are in
 * ARCHITECTURE.md. Paths are regular expressions on paths from the root, and `$1` is the capture of the rule's own
 * `from` path.
 */

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "everything-resolves",
      comment: "The base map is built with packages of its own, which are rarely installed.",
      severity: "error",
      from: { pathNot: "^basemap/" },
      to: { couldNotResolve: true, pathNot: ["^virtual:", "/\\+types/"] },
    },
    {
      name: "domain-imports-valibot-only",
      comment: "Rules are pure: no input or output, no React, no environment, no clock.",
      severity: "error",
      from: { path: "^domain/", pathNot: test },
      // The messages' keys are a type, which comes from the Hungarian file.
      to: {
        pathNot: [
          "^domain/",
          "^node_modules/valibot/",
          // Writes the bytes of a tile, in the server and in a browser's worker.
          "^node_modules/@maplibre/vt-pbf/",
          "^public/locales/hu/[a-z-]+.json$",
        ],
      },
    },
    {
      name: "domain-tests-stay-in-domain",
      severity: "error",
      from: { path: `^domain/.*${test}` },
      to: { path: ours, pathNot: ["^domain/", "^tests/"] },
    },
    {
      name: "network-imports-chunks-and-domain-only",
      severity: "error",
      from: { path: "^app/network/" },
      to: { path: ours, pathNot: ["^app/(network|chunks)/", "^domain/", "^tests/"] },
    },
    {
      name: "chunks-import-nothing",
      comment: "The chunk that everything starts with holds them, beside the framework.",
      severity: "error",
      from: { path: "^app/chunks/", pathNot: test },
      to: { pathNot: "^app/chunks/" },
    },
    {
      name: "i18n-imports-network-and-domain-only",
      severity: "error",
      from: { path: "^app/i18n/" },
      to: { path: ours, pathNot: ["^app/(i18n|network)/", "^domain/", "^tests/"] },
    },
    {
      name: "worker-imports-network-and-domain-only",
      comment: "It is a script of its own, without a page.",
      severity: "error",
      from: { path: "^app/worker/" },
      to: { path: ours, pathNot: ["^app/(worker|network)/", "^domain/", "^tests/"] },
    },
    {
      name: "ui-imports-chunks-i18n-network-and-domain-only",
      comment: "Buttons and dialogs know no place, no feature, no page and no server.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: ours, pathNot: ["^app/(chunks|ui|i18n|network)/", "^domain/", "^tests/"] },
    },
    {
      name: "place-imports-ui-and-what-is-below-it-only",
      comment: "Parts that know what a place is, for the features that show one.",
      severity: "error",
      from: { path: "^app/place/" },
      to: {
        path: ours,
        pathNot: ["^app/(chunks|place|ui|i18n|network)/", "^domain/", "^tests/"],
      },
    },
    {
      name: "features-import-no-other-feature",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: {
        path: ours,
        pathNot: [
          "^app/features/$1/",
          "^app/(chunks|place|ui|i18n|network)/",
          "^domain/",
          "^tests/",
        ],
      },
    },
    {
      name: "routes-import-no-other-route",
      severity: "error",
      from: { path: "^app/", pathNot: ["^app/routes\\.ts$", test] },
      to: { path: "^app/(routes/|routes\\.ts$|root\\.tsx$|entry\\.)", pathNot: "\\.css$" },
    },
    {
      name: "pages-import-of-the-server-its-request-context-only",
      comment: "Loaders reach the services through its keys; anything else may be named as a type.",
      severity: "error",
      from: { path: "^app/" },
      to: {
        path: "^server/",
        pathNot: "^server/request-context\\.ts$",
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: "only-routes-know-the-server",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(routes/|root\\.tsx$|entry\\.server\\.tsx$)" },
      to: { path: "^server/" },
    },
    {
      name: "server-imports-domain-only",
      comment: "Above all never app: the pages reach the server as a build, by a virtual name.",
      severity: "error",
      from: { path: "^server/", pathNot: test },
      to: { path: ours, pathNot: ["^server/", "^domain/"] },
    },
    {
      name: "server-tests-never-import-pages",
      severity: "error",
      from: { path: `^server/.*${test}` },
      to: { path: ours, pathNot: ["^server/", "^domain/", "^tests/"] },
    },
    {
      name: "use-cases-know-nothing-above-them",
      comment: "They are given what they need: { database, placeIndex, now, … }.",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: ["^server/http/", test] },
      to: {
        path: "^server/(http/|[^/]+\\.ts$)",
        pathNot: "^server/(i18n|use-case-context)\\.ts$",
      },
    },
    {
      name: "foundations-know-no-use-case",
      comment: "Settings, tables, hours, limits and shapes are what the use cases stand on.",
      severity: "error",
      from: { path: foundations, pathNot: test },
      to: { path: "^server/", pathNot: foundations },
    },
    {
      name: "geo-knows-no-use-case",
      comment: "An import uses the gazetteer, so the gazetteer cannot use the import.",
      severity: "error",
      from: { path: "^server/geo/", pathNot: test },
      to: {
        path: "^server/",
        pathNot: "^server/((concurrency|config|database|geo|geometry)/|i18n\\.ts$)",
      },
    },
    ...Object.entries(doors).map(([engine, door]) => ({
      name: `${engine}-is-imported-by-its-door`,
      severity: "error" as const,
      from: { path: ours, pathNot: [`^${engine}/`, test] },
      to: { path: `^${engine}/`, pathNot: `^${engine}/${door}\\.ts$` },
    })),
    {
      name: "http-knows-neither-context-nor-app",
      severity: "error",
      from: { path: "^server/http/", pathNot: test },
      to: { path: "^server/(context|app|load-app|main)\\.ts$" },
    },
    {
      name: "context-is-below-http",
      severity: "error",
      from: { path: "^server/(context|services|content-version)\\.ts$", pathNot: test },
      to: { path: "^server/(http/|app\\.ts$|load-app\\.ts$|main\\.ts$)" },
    },
    {
      name: "context-is-built-by-main-only",
      severity: "error",
      from: { path: "^(server|app)/", pathNot: ["^server/main\\.ts$", test] },
      to: { path: "^server/context\\.ts$" },
    },
    {
      name: "nothing-imports-main",
      severity: "error",
      from: {},
      to: { path: "^server/main\\.ts$" },
    },
    {
      name: "request-context-is-loaded-by-vite-only",
      comment: "Its keys are objects: a second copy, loaded by Node itself, would match none.",
      severity: "error",
      from: { path: "^(server|cli)/", pathNot: ["^server/(app\\.ts$|http/)", test] },
      to: { path: "^server/request-context\\.ts$", dependencyTypesNot: typeOnly },
    },
    {
      name: "product-imports-no-tools",
      severity: "error",
      from: { path: "^(app|domain|server)/", pathNot: test },
      to: { path: "^(basemap|bench|build-tools|cli|scripts|tests)/" },
    },
    {
      name: "product-needs-no-development-package",
      severity: "error",
      from: {
        path: "^(app|cli|domain|server)/",
        pathNot: [test, "^app/routes\\.ts$", "^server/load-app\\.ts$"],
      },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: typeOnly,
        pathNot: "^node_modules/@types/",
      },
    },
  ],
  options: {
    skipAnalysisNotInRules: true,
    // The tool has no parser for TypeScript 7; without this it would see no module.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^build/", "^\\.react-router/", "\\+types/"] },
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
} satisfies IConfiguration;

// swc parses `using`, but its visitor, through which dependency-cruiser finds imports, throws on it.
type UsingDeclaration = { type: "UsingDeclaration"; decls: VariableDeclarator[] };
// The types call the class the default export; at run time it is a member of that.
const { Visitor } = visitorModule as unknown as { Visitor: typeof visitorModule };
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (
  this: InstanceType<typeof visitorModule>,
  statement: Statement | UsingDeclaration,
): Statement {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return { type: "EmptyStatement", span: { start: 0, end: 0, ctxt: 0 } };
};
