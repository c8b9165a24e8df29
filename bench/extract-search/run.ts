import { pino } from "pino";
import { openDatabase } from "#server/database/open-database.ts";
import { openExtract } from "#server/geo/extract/open-extract.ts";
import type { GeoProvider } from "#server/geo/geo.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { describeMachine, percentile } from "../figures.ts";
import { temporaryDirectory, withResource } from "../resources.ts";
import { fillExtract } from "./fill-extract.ts";

const rounds = 20;
const texts = [
  "Kos",
  "Győr",
  "Kossuth Lajos utca",
  "Kossuth u. 3, Győr",
  "Fő utca 5",
  "Szent",
  "utca",
  "Rákóczi Ferenc",
  "Budapest Bartók Béla út 7",
  "Ismeretlen utca 4, Szeged",
  "Koszuth Lajos utca Debrecen",
  "Peöfi Sándor",
  "Szegde",
  "qwertzuiop",
];
const points = [
  [19.04, 47.498],
  [21.627, 47.531],
  [17.2, 46.4],
] as const;

const machine = describeMachine();
const log = pino({ level: "warn" });
const options = searchOptions();

await withResource(temporaryDirectory(), ({ path }) =>
  withResource(
    openDatabase({ databaseUrl: null, dataDirectory: path }, log),
    async ({ database }) => {
      await fillExtract(database);
      const localeOf = () => {
        throw new Error("the bench asks for no instructions");
      };
      const { provider } = openExtract({ database, dataDirectory: path, localeOf, log });
      console.log(`\n## Search in an extract as large as Hungary's\n\n${machine}\n`);
      console.log("| ms | least | median | p95 |\n|---|--:|--:|--:|");
      for (const text of texts) {
        await report(`suggest '${text}'`, () => provider.suggest(text, options));
      }
      const near = { ...options, near: points[0] };
      await report("suggest 'Kossuth', near a point", () => provider.suggest("Kossuth", near));
      await reportBeside(provider);
      for (const point of points) {
        await report(`reverse ${point.join(",")}`, () => provider.reverse(point, options));
      }
    },
  ),
);

/** One client's search alone, then while another keeps twelve searches under way. */
async function reportBeside({ suggest }: Pick<GeoProvider, "suggest">): Promise<void> {
  const ask = () => suggest("Kossuth Lajos utca", { ...options, client: "calm" });
  await report("one client alone", ask, 200);
  let isOver = false;
  const others = Array.from({ length: 12 }, async (_, search) => {
    const busy = { ...options, client: "busy" };
    for (let turn = search; !isOver; turn++) await suggest(texts[turn % texts.length], busy);
  });
  await report("the same beside twelve searches of another", ask, 200);
  isOver = true;
  await Promise.all(others);
}

async function report(
  name: string,
  ask: () => Promise<{ ok: boolean }>,
  times = rounds,
): Promise<void> {
  const timesMs: number[] = [];
  for (let round = 0; round < times; round++) {
    const startedAtMs = performance.now();
    await ask();
    timesMs.push(performance.now() - startedAtMs);
  }
  const figures = [0, 0.5, 0.95].map((share) => percentile(timesMs, share).toFixed(1));
  console.log(`| ${name} | ${figures.join(" | ")} |`);
}
