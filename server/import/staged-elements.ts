import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { factsOfTags } from "#domain/place/osm-tags.ts";
import { type PlaceFacts, placeFacts } from "#domain/place/place-facts.ts";
import { clipText } from "#domain/text/entered-text.ts";
import type { Database } from "#server/database/connect.ts";
import type { OsmElement, OsmTags } from "./osm-element.ts";

/** Maximum distance of two elements that are one toilet, in metres, and in degrees of latitude. */
const maxMetersApart = 10;
const maxDegreesApart = 0.0001;

/** Element that is likely another one once more. */
export interface Double {
  readonly osmId: string;
  readonly keptId: string;
}

interface DoubleRow extends Double {
  readonly at: Coordinates;
  readonly keptAt: Coordinates;
  readonly tags: OsmTags;
  readonly keptTags: OsmTags;
}

/** Whether two toilets say different things of a fact, such as for whom they are, or on which floor. */
function contradict(one: PlaceFacts, other: PlaceFacts): boolean {
  // The name has been compared.
  const told = placeFacts.filter((fact) => fact !== "name" && one[fact] && other[fact]);
  return told.some((fact) => one[fact] !== other[fact]);
}

/** Number of elements handed over at once. */
const batchSize = 500;

/**
 * Elements of a file wait here, in a temporary table of one connection, until the whole file has
 * been read and is known to be sound.
 */
export class StagedElements {
  readonly #connection: Database;
  #count = 0;
  #repeated = 0;

  private constructor(connection: Database) {
    this.#connection = connection;
  }

  /** @param connection one connection, not a pool: no other connection sees the table */
  static async open(connection: Database): Promise<StagedElements> {
    await sql`drop table if exists pg_temp.staged_element`.execute(connection);
    await sql`
      create temporary table staged_element (
        n int generated always as identity primary key,
        osm_id text not null unique,
        longitude double precision not null,
        latitude double precision not null,
        tags jsonb not null
      )`.execute(connection);
    return new StagedElements(connection);
  }

  get count(): number {
    return this.#count;
  }

  /** Number of elements that came again. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Adds elements; of those with the same id the first stays. */
  async add(elements: readonly OsmElement[]): Promise<void> {
    if (elements.length === 0) return;
    const { numAffectedRows = 0n } = await sql`
      insert into staged_element (osm_id, longitude, latitude, tags)
      select "osmId", longitude, latitude, tags
      from jsonb_to_recordset(${JSON.stringify(elements)}::jsonb)
        as element ("osmId" text, longitude double precision, latitude double precision, tags jsonb)
      on conflict (osm_id) do nothing`.execute(this.#connection);
    this.#count += Number(numAffectedRows);
    this.#repeated += elements.length - Number(numAffectedRows);
  }

  /**
   * Takes out elements that are likely mapped twice (docs/product#toilets-that-are-mapped-twice): of the same name,
   * within a few metres, and of which no fact says otherwise. The one that has a place here stays, else the first;
   * two that have one both stay.
   */
  async removeDoubles(): Promise<Double[]> {
    const { rows } = await sql<DoubleRow>`
      with known as (
        select staged_element.*, exists (
          select from place where place.osm_id = staged_element.osm_id and deleted_at is null
        ) as is_here
        from staged_element where tags ->> 'name' <> ''
      )
      select double.osm_id as "osmId", kept.osm_id as "keptId",
        array[double.longitude, double.latitude] as at, array[kept.longitude, kept.latitude] as "keptAt",
        double.tags as tags, kept.tags as "keptTags"
      from known as double join known as kept
        on lower(kept.tags ->> 'name') = lower(double.tags ->> 'name')
        and abs(kept.latitude - double.latitude) < ${maxDegreesApart}
        and not double.is_here and (kept.is_here or kept.n < double.n)
      order by double.n, kept.n`.execute(this.#connection);
    const doubles = new Map<string, Double>();
    for (const { osmId, keptId, at, keptAt, tags, keptTags } of rows) {
      const isNear = distanceMeters(at, keptAt) <= maxMetersApart;
      if (!isNear || doubles.has(osmId) || doubles.has(keptId)) continue;
      if (contradict(factsOfTags(tags, clipText), factsOfTags(keptTags, clipText))) continue;
      doubles.set(osmId, { osmId, keptId });
    }
    await sql`delete from staged_element where osm_id = any(${[...doubles.keys()]}::text[])`.execute(
      this.#connection,
    );
    this.#count -= doubles.size;
    return [...doubles.values()];
  }

  /** All elements, in the order of their arrival. */
  async *batches(): AsyncGenerator<readonly OsmElement[]> {
    for (let last = 0; ; ) {
      const { rows } = await sql<OsmElement & { n: number }>`
        select n, osm_id as "osmId", longitude, latitude, tags from staged_element
        where n > ${last} order by n limit ${batchSize}`.execute(this.#connection);
      if (rows.length === 0) return;
      last = rows[rows.length - 1].n;
      yield rows;
    }
  }

  /** The places that came with an earlier import of this source and are not among the elements. */
  async findMissing(source: string): Promise<{ id: number; osm_id: string }[]> {
    const { rows } = await sql<{ id: number; osm_id: string }>`
      select id, osm_id from place
      where imported ->> 'source' = ${source} and deleted_at is null
        and not exists (select from staged_element where staged_element.osm_id = place.osm_id)
      order by id`.execute(this.#connection);
    return rows;
  }
}
