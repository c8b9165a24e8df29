import { findValhalla } from "#server/geo/walking/walking-router.ts";
import {
  countPlacesInNoFile,
  isComplete,
  listExtracts,
  removeExtract,
  removePlaces,
} from "#server/import/imported-extracts.ts";
import { type Command, type CommandContext, fail } from "./command.ts";
import {
  describeExtract,
  describePlacesInNoFile,
  describePlacesOf,
  describeRemovedPlaces,
  describeWaysAndMap,
} from "./describe-import.ts";
import { ProgressBar } from "./progress-bar.ts";

const usage =
  "usage: npm run extracts, or npm run extracts -- remove NAME [--places], or npm run extracts -- remove-places";
/** Exit code where street map or ways are unchanged. */
const partlyRemoved = 2;

/**
 * `npm run extracts`: lists the imported extracts with the state of their parts, and how many places are in no file.
 * `-- remove NAME` removes one from search, street map and walking directions, and deletes its file; with `--places` also
 * its places that nobody has touched here. `-- remove-places` deletes those of all places that are in no file. It ends
 * with 2 where street map or walking directions could not be made without a removed extract.
 */
export const extracts: Command = async (context) => {
  const command = readCommand(context);
  const { dataDirectory } = context.config;
  context.actAsOwner(dataDirectory, { isMade: true });
  return context.withDatabase(async (database) => {
    const store = { database, dataDirectory };
    if (command === "list") await list(context, store);
    else if (command === "remove-places") {
      for (const line of describeRemovedPlaces(await removePlaces(store))) context.print(line);
    } else return remove(context, store, command);
    return 0;
  });
};

type Store = Parameters<typeof listExtracts>[0];

async function list({ print }: CommandContext, store: Store): Promise<void> {
  const extracts = await listExtracts(store);
  if (extracts.length === 0) {
    print("No extract is imported. npm run import -- FILE.osm.pbf brings one in.");
  }
  const hasRouter = findValhalla() !== null;
  for (const extract of extracts) {
    for (const line of describeExtract(extract, hasRouter)) print(line);
  }
  const counts = await countPlacesInNoFile(store.database);
  for (const line of describePlacesInNoFile(counts)) print(line);
}

async function remove(
  { print, stderr }: CommandContext,
  store: Store,
  { name, withPlaces }: Removal,
): Promise<number> {
  const bar = new ProgressBar(stderr);
  const onMapProgress = (share: number) => bar.show("Drawing the street map", share);
  const renewed = await removeExtract(store, name, { withPlaces, onMapProgress });
  bar.end();
  if (renewed === null) {
    const names = (await listExtracts(store)).map((extract) => extract.name).join(", ");
    fail(`No extract has the name ${name}.`, names ? `There are: ${names}.` : "None is imported.");
  }
  print(`${name} is out of the search, and its file is removed.`);
  for (const line of describePlacesOf(name, renewed, withPlaces)) print(line);
  for (const line of describeWaysAndMap(renewed)) print(line);
  const isLeft = (await listExtracts(store)).some((extract) => extract.name === name);
  return isLeft || !isComplete(renewed) ? partlyRemoved : 0;
}

interface Removal {
  readonly name: string;
  readonly withPlaces: boolean;
}

function readCommand(context: CommandContext): Removal | "list" | "remove-places" {
  const options = { places: { type: "boolean", default: false } } as const;
  const { positionals, values } = context.parse(usage, { options, allowPositionals: true });
  const [word, name, ...more] = positionals;
  if (word === undefined) return "list";
  if (word === "remove-places" && name === undefined) return word;
  if (word !== "remove" || name === undefined || more.length > 0) fail(usage);
  return { name, withPlaces: values.places };
}
