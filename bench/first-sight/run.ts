import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "#tests/support/browser/find-chromium.ts";
import { buildWhenNeeded } from "#tests/support/server-process.ts";
import { describeMachine, percentile } from "../figures.ts";
import { startProductServer } from "../product-server.ts";
import { listenForStop, temporaryDirectory } from "../resources.ts";
import { loadPlaces } from "../serving/load-places.ts";
import { type FirstSight, measureFirstSight, phone } from "./measure-page.ts";

/** Places in the database, as many as in a country. */
const placeCount = 10_000;
const runs = 3;
const pages = ["/", "/places", "/?place=1", "/login", "/guide"];

const stop = listenForStop();
const machine = describeMachine();
buildWhenNeeded();
const { executablePath, environment, args } = await findChromium();
const rows = await measurePages();
const report = [
  "# First sight: results",
  `${machine}. One run of \`npm run bench -- first-sight\` on ${new Date().toISOString().slice(0, 10)}, medians of ${runs}; what the columns mean is in the README.`,
  [
    `| ${phone.viewport.width}×${phone.viewport.height}, ${phone.slowdown}× slower | first paint, ms | largest paint, ms | blocking, ms | longest task, ms | map's creation, ms | shift | KB | script, KB | files | largest |`,
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ...rows,
  ].join("\n"),
].join("\n\n");
console.log(report);
if (process.argv.includes("--save")) {
  writeFileSync(join(import.meta.dirname, "RESULTS.md"), `${report}\n`);
}

async function measurePages(): Promise<string[]> {
  await using folder = await temporaryDirectory();
  const dataDirectory = join(folder.path, "data");
  await loadPlaces(dataDirectory, placeCount, stop);
  const variables = { SAMPLE_PLACES: "off", GEO_PROVIDER: "embedded" };
  await using server = await startProductServer(dataDirectory, variables);
  await using browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    args: [...args],
  });
  const measured: string[] = [];
  for (const address of pages) {
    const url = new URL(address, server.origin);
    measured.push(row(address, await measureOften(browser, url)));
    // The yardstick: the same markup with its styles inside and no script, from a bare server.
    await using still = await serve(await stillPage(url));
    measured.push(row("the same, still", await measureOften(browser, new URL(still.origin))));
  }
  return measured;
}

async function measureOften(browser: Browser, url: URL): Promise<FirstSight[]> {
  const sights: FirstSight[] = [];
  for (let run = 0; run < runs; run++) {
    stop.throwIfAborted();
    sights.push(await measureFirstSight(browser, url.href));
  }
  return sights;
}

function row(name: string, sights: readonly FirstSight[]): string {
  const median = (of: (sight: FirstSight) => number) => percentile(sights.map(of), 0.5);
  const cells = [
    median((sight) => sight.firstPaintMs).toFixed(0),
    median((sight) => sight.largestPaintMs).toFixed(0),
    median((sight) => sight.blockingMs).toFixed(0),
    median((sight) => sight.longestTaskMs).toFixed(0),
    median((sight) => sight.mapCreationMs).toFixed(0),
    median((sight) => sight.layoutShift).toFixed(3),
    (median((sight) => sight.bytes) / 1024).toFixed(0),
    (median((sight) => sight.scriptBytes) / 1024).toFixed(0),
    String(median((sight) => sight.files)),
    sights[0].largest,
  ];
  return `| \`${name}\` | ${cells.join(" | ")} |`;
}

/** A page's markup without script, with its style sheets inside. */
async function stillPage(address: URL): Promise<string> {
  const html = await (await fetch(address, { headers: { "Accept-Language": "hu" } })).text();
  // A disabled link is one whose sheet is in the page already.
  const sheets = [
    ...html.matchAll(/<link(?! disabled)[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g),
  ];
  const styles = await Promise.all(
    sheets.map(async ([, href]) => (await fetch(new URL(href, address))).text()),
  );
  return html
    .replaceAll(/<script.*?<\/script>/gs, "")
    .replaceAll(/<link[^>]*rel="(?:stylesheet|modulepreload|preload|manifest)"[^>]*>/g, "")
    .replace("</head>", () => `<style>${styles.join("\n")}</style></head>`);
}

async function serve(html: string): Promise<AsyncDisposable & { origin: string }> {
  const bodies = { br: brotliCompressSync(html), gzip: gzipSync(html) };
  const server = createServer((request, response) => {
    if (request.url !== "/") return response.writeHead(404).end();
    const encoding = /\bbr\b/.test(String(request.headers["accept-encoding"])) ? "br" : "gzip";
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Encoding": encoding,
      "Content-Length": bodies[encoding].length,
    });
    return response.end(bodies[encoding]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
