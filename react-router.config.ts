import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // It would move the few lines of a client action to two files of their own: two more requests that
  // can fail, and asked for past what tries them again (docs/decisions/011).
  splitRouteModules: false,
} satisfies Config;
