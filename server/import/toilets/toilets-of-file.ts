import { sql } from "kysely";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { factsOfTags } from "#domain/place/facts-of-tags.ts";
import { placeFacts } from "#domain/place/place-facts.ts";
import { clipText } from "#domain/text/entered-text.ts";
import type { Database } from "#server/database/connect.ts";
import { isMarkedGone, isOrWasToilets, isToilets } from "#server/import/is-toilets.ts";
import { isUsableId, type OsmElement, type OsmTags } from "#server/import/osm-element.ts";
import { ImportReport } from "./import-report.ts";

/** Toilets of a file until all of it is read and valid: 1 kB each, ten thousand in a large country. */
export class ToiletsOfFile {
  /** Name of the file without date and ending. */
  readonly source: string;
  /** Report of the import, with the elements that are left out. */
  readonly report = new ImportReport();
  /** By id, in the order of their arrival. */
  readonly elements = new Map<string, OsmElement>();
  /** Ids of elements whose toilets are gone. */
  readonly gone = new Set<string>();
  /** Ids of toilets without a position, which are in the file nevertheless. */
  readonly unplaced = new Set<string>();
  /** Number of repeated elements. */
  repeated = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Takes an element if it is a toilet or marks one as gone; of those with the same id the first stays. */
  take(givenId: string, tags: OsmTags, position: Coordinates | null): void {
    if (isMarkedGone(tags)) {
      if (isOrWasToilets(tags)) this.report.leaveOut("unusable");
      this.gone.add(givenId);
    } else if (position === null) {
      this.report.leaveOut("no-position");
      this.unplaced.add(givenId);
    } else if (isToilets(tags)) {
      const osmId = isUsableId(givenId) ? givenId : this.#idByPosition(position);
      const [longitude, latitude] = position;
      if (this.elements.has(osmId)) this.repeated++;
      else this.elements.set(osmId, { osmId, longitude, latitude, tags });
    }
  }

  #idByPosition(position: Coordinates): string {
    const osmId = `feature/${this.source}/${formatCoordinates(position)}`;
    this.report.remark({ kind: "unnumbered", osmId });
    return osmId;
  }
}

/** Maximum distance of two elements that are one toilet. */
const maxMetersApart = 10;
/** A little more than that, in degrees of latitude. */
const maxDegreesApart = 0.0001;

/**
 * Removes elements that are likely mapped twice (docs/product#toilets-that-are-mapped-twice): of the same name, within
 * a few metres, and without a different fact. The one that has a place here stays, else the first; two that have one
 * both stay.
 */
export async function removeDoubles(
  { elements, report }: ToiletsOfFile,
  database: Database,
): Promise<void> {
  const named = [...elements.values()].filter(({ tags }) => tags.name);
  const pairs = findPairs(named);
  const osmIds = pairs.flat().map((at) => named[at].osmId);
  const { rows } = await sql<{ osm_id: string }>`
    select osm_id from place
    where osm_id = any(${osmIds}::text[]) and deleted_at is null`.execute(database);
  const here = new Set(rows.map(({ osm_id }) => osm_id));
  const isHere = (at: number) => here.has(named[at].osmId);
  const candidates = pairs
    .filter((pair) => !pair.every(isHere))
    .map(([first, second]) => (isHere(second) ? [first, second] : [second, first]))
    .toSorted(([one, ofOne], [other, ofOther]) => one - other || ofOne - ofOther);
  for (const pair of candidates) {
    const [osmId, keptId] = pair.map((at) => named[at].osmId);
    if (!elements.has(osmId) || !elements.has(keptId)) continue;
    elements.delete(osmId);
    report.leaveOut("double");
    report.remark({ kind: "double", osmId, keptId });
  }
}

/** Pairs of likely duplicates by their indexes, the first to arrive first. */
function findPairs(named: readonly OsmElement[]): [number, number][] {
  const pairs: [number, number][] = [];
  /** Indexes by name and band of latitude. */
  const bands = new Map<string, number[]>();
  for (const [second, element] of named.entries()) {
    const name = element.tags.name.toLowerCase();
    const band = Math.floor(element.latitude / maxDegreesApart);
    for (const near of [band - 1, band, band + 1]) {
      for (const first of bands.get(`${near} ${name}`) ?? []) {
        if (areOne(named[first], element)) pairs.push([first, second]);
      }
    }
    const key = `${band} ${name}`;
    bands.set(key, [...(bands.get(key) ?? []), second]);
  }
  return pairs;
}

/** Whether two elements of one name are near, and differ in no fact, such as for whom they are, or on which floor. */
function areOne(one: OsmElement, other: OsmElement): boolean {
  const meters = distanceMeters([one.longitude, one.latitude], [other.longitude, other.latitude]);
  if (meters > maxMetersApart) return false;
  const [ofOne, ofOther] = [one, other].map(({ tags }) => factsOfTags(tags, clipText));
  return placeFacts.every(
    (fact) => fact === "name" || !ofOne[fact] || !ofOther[fact] || ofOne[fact] === ofOther[fact],
  );
}

/** Place that a file of its source lacks. */
interface MissingPlace {
  readonly id: number;
  readonly osm_id: string;
  /** Whether the source's former file lacked it too. */
  readonly was_missing: boolean;
}

/** The places from an earlier import of the source that the file lacks. */
export async function findMissing(
  { source, elements, unplaced }: ToiletsOfFile,
  database: Database,
): Promise<MissingPlace[]> {
  const { rows } = await sql<MissingPlace>`
    select id, osm_id, imported ? 'isInNoFile' as was_missing from place
    where imported ->> 'source' = ${source} and deleted_at is null
      and not exists (
        select from unnest(${[...elements.keys(), ...unplaced]}::text[]) as present (osm_id)
        where present.osm_id = place.osm_id
      )
    order by id`.execute(database);
  return rows;
}
