import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/database-errors.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import { ensureSchedules } from "#server/places/schedules.ts";
import type { ImportReport } from "./import-report.ts";
import { confirmedOn, type ImportedPlace, toImportedFields } from "./imported-place.ts";
import { scheduleOf } from "./stored-place.ts";
import { findStreets, type TownFinder } from "./surroundings.ts";
import { writePlaceBatch } from "./write-place-batch.ts";

export interface PlaceImport {
  readonly database: Database;
  readonly towns: TownFinder;
  readonly report: ImportReport;
  /** Name of the file without date and ending. */
  readonly source: string;
  readonly now: Date;
}

/**
 * Brings some hundred toilets into the places, in one short transaction: a server that follows the
 * changes of places must hear of it within seconds. Coming again with the same ones changes
 * nothing.
 */
export async function importPlaces(
  job: PlaceImport,
  elements: readonly OsmElement[],
): Promise<void> {
  const places = await toPlaces(job, elements);
  const schedules = places.map(({ fields }) => scheduleOf(fields));
  // Before the transaction: a new schedule keeps others who want the same one waiting.
  await ensureSchedules(job.database, schedules);
  job.report.include(await retryWhenTaken(() => writePlaces(job, places)));
}

function writePlaces({ database, source }: PlaceImport, places: readonly ImportedPlace[]) {
  return database
    .transaction()
    .execute((transaction) => writePlaceBatch(transaction, places, source));
}

async function toPlaces(
  { database, towns, report, now }: PlaceImport,
  elements: readonly OsmElement[],
): Promise<ImportedPlace[]> {
  const streets = await findStreets(
    database,
    elements.map(({ longitude, latitude }) => [longitude, latitude]),
  );
  return elements.flatMap((element, index) => {
    const town = towns.find([element.longitude, element.latitude]);
    if (town === null) {
      report.leaveOut("no-country");
      return [];
    }
    const fields = toImportedFields(element, { ...town, street: streets[index] });
    return [{ osmId: element.osmId, fields, confirmed: confirmedOn(element.tags, now) }];
  });
}

const maxAttempts = 5;

/** Once more where somebody else has added the same place in the same moment. */
async function retryWhenTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
    }
  }
}
