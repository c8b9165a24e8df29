import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { loadConfigOf } from "#server/config/load-config.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { isComplete } from "#server/import/extract/renew-ways-and-map.ts";
import {
  countPlacesInNoFile,
  listExtracts,
  removeExtract,
  removePlaces,
} from "#server/import/imported-extracts.ts";
import { actAsOwner } from "./act-as-owner.ts";
import {
  describeExtract,
  describePlacesInNoFile,
  describePlacesOf,
  describeRemovedPlaces,
  describeWaysAndMap,
} from "./describe-import.ts";
import { ProgressBar } from "./progress-bar.ts";

/**
 * `npm run extracts`: lists the imported extracts of OpenStreetMap, with the state of their parts, and how
 * many places are in no file any more.
 * `npm run extracts -- remove NAME` removes one from search, street map and walking directions, and
 * deletes its file; with `--places` its places too, those that nobody has touched here.
 * `npm run extracts -- remove-places` deletes all places that are in no file any more and that
 * nobody has touched here. The server may run meanwhile. It ends with 2 where street map or walking
 * directions could not be made without a removed extract.
 */
const usage =
  "usage: npm run extracts, or npm run extracts -- remove NAME [--places], or npm run extracts -- remove-places";
/** Exit code where street map or ways are unchanged. */
const partlyRemoved = 2;
const log = pino({ level: "warn" }, pino.destination(2));

const command = readCommand();
const loaded = loadConfigOf(fileURLToPath(new URL("..", import.meta.url)));
if (!loaded.ok) fail(...loaded.errors);
const { dataDirectory } = loaded.config;
try {
  actAsOwner(dataDirectory, { isMade: true });
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(loaded.config, log);
  const store = { database, dataDirectory };
  try {
    if (command === "list") await list(store);
    else if (command === "remove-places") {
      for (const line of describeRemovedPlaces(await removePlaces(store))) console.log(line);
    } else await remove(store, command);
  } finally {
    await close();
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(process.exitCode ?? 0);

type Store = Parameters<typeof listExtracts>[0];

async function list(store: Store): Promise<void> {
  const extracts = await listExtracts(store);
  if (extracts.length === 0) {
    console.log("No extract is imported. npm run import -- FILE.osm.pbf brings one in.");
  }
  const hasRouter = findValhalla() !== null;
  for (const extract of extracts) {
    for (const line of describeExtract(extract, hasRouter)) console.log(line);
  }
  const counts = await countPlacesInNoFile(store.database);
  for (const line of describePlacesInNoFile(counts)) console.log(line);
}

async function remove(store: Store, { name, withPlaces }: Removal): Promise<void> {
  const bar = new ProgressBar(process.stderr);
  const onMapProgress = (share: number) => bar.show("Drawing the street map", share);
  const renewed = await removeExtract(store, name, { withPlaces, onMapProgress });
  bar.end();
  if (renewed === null) {
    const names = (await listExtracts(store)).map((extract) => extract.name).join(", ");
    process.stderr.write(`mosdo: No extract has the name ${name}.\n`);
    process.stderr.write(`mosdo: ${names ? `There are: ${names}.` : "None is imported."}\n`);
    process.exitCode = 1;
    return;
  }
  console.log(`${name} is out of the search, and its file is removed.`);
  for (const line of describePlacesOf(name, renewed, withPlaces)) console.log(line);
  for (const line of describeWaysAndMap(renewed)) console.log(line);
  const isLeft = (await listExtracts(store)).some((extract) => extract.name === name);
  if (isLeft || !isComplete(renewed)) process.exitCode = partlyRemoved;
}

interface Removal {
  readonly name: string;
  readonly withPlaces: boolean;
}

function readCommand(): Removal | "list" | "remove-places" {
  try {
    const options = { places: { type: "boolean", default: false } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [word, name, ...more] = positionals;
    if (word === undefined) return "list";
    if (word === "remove-places" && name === undefined) return word;
    if (word !== "remove" || name === undefined || more.length > 0) fail(usage);
    return { name, withPlaces: values.places };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
