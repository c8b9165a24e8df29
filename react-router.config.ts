import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  // A folder of its own while it is made (cli/build.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  // All pages are known from the start, by a file of 2.6 KB: the router's own way asks the server before it opens
  // a page that no link has told of (docs/decisions/045).
  routeDiscovery: { mode: "initial" },
  // It would move the few lines of a client action to two files of their own: two more requests that
  // can fail, and asked for past what tries them again (docs/decisions/011).
  splitRouteModules: false,
} satisfies Config;
