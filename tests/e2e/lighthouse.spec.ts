import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import budgets from "./every-page/page-budgets.json" with { type: "json" };
import { expect, test } from "./support/test.ts";

/*
 * Lighthouse's score of performance, with its own settings for a phone, at least as high as
 * `page-budgets.json` says. It measures time, so it is a project of its own, which runs after the others
 * and alone; a busy machine makes a page slower but never faster, so the best of three runs counts.
 */

const mostRuns = 3;
/** Audits of no measure that the score is made of, which take a third of a run. */
const skipAudits = [
  "bf-cache",
  "legacy-javascript-insight",
  "screenshot-thumbnails",
  "script-treemap-data",
  "unminified-javascript",
  "unused-javascript",
  "unused-css-rules",
  "valid-source-maps",
];

test.describe.configure({ mode: "serial" });

for (const [address, limits] of Object.entries(budgets)) {
  if (!("lighthouse" in limits)) continue;
  test(`${address} has Lighthouse's score`, async ({ baseURL }, { project }) => {
    test.setTimeout(240_000);
    const port = await freePort();
    const { launchOptions } = project.use;
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
    });
    try {
      const told: string[] = [];
      let best = 0;
      for (let run = 0; run < mostRuns && best < limits.lighthouse; run++) {
        const result = await lighthouse(new URL(address, baseURL).href, {
          port,
          logLevel: "error",
          onlyCategories: ["performance"],
          skipAudits,
          disableFullPageScreenshot: true,
        });
        if (!result) throw new Error("Lighthouse has measured nothing");
        const { categories, audits, runtimeError } = result.lhr;
        if (runtimeError) throw new Error(runtimeError.message);
        const score = Math.round((categories.performance.score ?? 0) * 100);
        best = Math.max(best, score);
        const parts = categories.performance.auditRefs
          .filter(({ weight }) => weight > 0)
          .map(({ id }) => `${audits[id].title} ${audits[id].displayValue}`);
        told.push(`${address}: ${score} (${parts.join(", ")})`);
      }
      console.log(told.join("\n"));
      expect(
        best,
        `${address}: Lighthouse's score is ${best}, and its limit is ${limits.lighthouse}\n${told.join("\n")}`,
      ).toBeGreaterThanOrEqual(limits.lighthouse);
    } finally {
      await browser.close();
    }
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
