import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { cpus } from "node:os";
import { chromium, type FullProject } from "@playwright/test";
import budgets from "../e2e/every-page/page-budgets.json" with { type: "json" };
import { expect, test } from "../e2e/support/test.ts";

/*
 * Lighthouse's score of performance, with its own settings for a phone, at least as high as
 * `page-budgets.json` says. It measures time, so it is a project of its own, which runs after the others
 * and alone; a busy machine makes a page slower but never faster, so each run waits until the machine is
 * quiet, and the best of three counts.
 *
 * The live map is drawn in software here, for which Lighthouse blames the page: each second that its thread
 * waits for a drawing counts four times. So the map's page is measured a second time without WebGL.
 *
 * What Lighthouse says of accessibility, practice and search engines measures no time: it is to be 100.
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

interface Audit {
  title: string;
  score: number | null;
  displayValue?: string;
}

/** What is read of Lighthouse's result. */
interface Result {
  runtimeError?: { message: string };
  audits: Record<string, Audit>;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

test.describe.configure({ mode: "serial" });

let lighthouse: Lighthouse;
test.beforeAll(() => {
  // Of this folder's own packages: npm ci --prefix tests/lighthouse.
  lighthouse = createRequire(import.meta.url)("lighthouse").default;
});

const scores = Object.entries(budgets).flatMap(([path, limits]) => [
  ...("lighthouse" in limits ? [{ path, least: limits.lighthouse, hasWebGl: true }] : []),
  ...("lighthouseWithoutWebGl" in limits
    ? [{ path, least: limits.lighthouseWithoutWebGl, hasWebGl: false }]
    : []),
]);

/** Chromium that Lighthouse measures with, at the port of its debugger. */
async function launchMeasured({ use }: FullProject, furtherArguments: readonly string[] = []) {
  const port = await freePort();
  const { launchOptions } = use;
  const debugged = [`--remote-debugging-port=${port}`, ...furtherArguments];
  const args = [...(launchOptions?.args ?? []), ...debugged];
  return { port, browser: await chromium.launch({ ...launchOptions, args }) };
}

/** Pages of each kind that a stranger comes to. */
const foundPages = ["/", "/places", "/places/1", "/towns/Budapest", "/login", "/guide"];
const qualities = ["accessibility", "best-practices", "seo"];

test("Lighthouse finds no error of accessibility, practice or for search engines", async ({
  baseURL,
}, { project }) => {
  test.setTimeout(240_000);
  const { port, browser } = await launchMeasured(project);
  try {
    for (const path of foundPages) {
      const result = await lighthouse(new URL(path, baseURL).href, {
        port,
        logLevel: "error",
        onlyCategories: qualities,
        disableFullPageScreenshot: true,
      });
      if (!result) throw new Error("Lighthouse has measured nothing");
      const { categories, audits } = result.lhr;
      const errors = Object.values(categories).flatMap(({ auditRefs }) =>
        auditRefs
          .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
          .map(({ id }) => `${id}: ${audits[id].title}`),
      );
      const scores = qualities.map((name) => Math.round((categories[name].score ?? 0) * 100));
      console.log(`${path}: ${scores.join(", ")}`);
      expect.soft(errors, path).toEqual([]);
      expect.soft(scores, path).toEqual([100, 100, 100]);
    }
  } finally {
    await browser.close();
  }
});

for (const { path, least, hasWebGl } of scores) {
  const name = hasWebGl ? path : `${path} without WebGL`;
  test(`${name} has Lighthouse's score`, async ({ baseURL }, { project }) => {
    test.setTimeout(240_000);
    const { port, browser } = await launchMeasured(project, hasWebGl ? [] : ["--disable-3d-apis"]);
    try {
      const reported: string[] = [];
      let best = 0;
      for (let run = 0; run < mostRuns && best < least; run++) {
        await untilQuiet();
        const result = await lighthouse(new URL(path, baseURL).href, {
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
        reported.push(`${name}: ${score} (${parts.join(", ")})`);
      }
      console.log(reported.join("\n"));
      const grown = `${name}: Lighthouse's score is ${best}, and its limit is ${least}`;
      expect(best, `${grown}\n${reported.join("\n")}`).toBeGreaterThanOrEqual(least);
    } finally {
      await browser.close();
    }
  });
}

/** Waits until the processors are idle for half of the time, at most for twenty seconds. */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const before = processorTimes();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = processorTimes();
    if (after.idle - before.idle > (after.all - before.all) / 2) return;
  }
}

function processorTimes() {
  const times = cpus().map((processor) => processor.times);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
