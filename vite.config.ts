import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { denyImports } from "vite-env-only";

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
  environments: {
    // The server's own application is the entry; it asks for the pages' build by its virtual name.
    ssr: { build: { rolldownOptions: { input: "./server/app.ts" } } },
  },
});
