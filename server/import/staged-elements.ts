import { sql } from "kysely";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { factsOfTags } from "#domain/place/osm-tags.ts";
import { type PlaceFacts, placeFacts } from "#domain/place/place-facts.ts";
import { clipText } from "#domain/text/entered-text.ts";
import type { Database } from "#server/database/connect.ts";
import type { ExtractResult } from "#server/import/extract/import-extract.ts";
import type { PbfIndex } from "#server/import/pbf/osm-pbf-file.ts";
import { ImportReport } from "#server/import/toilets/import-report.ts";
import { isUsableId, type OsmElement } from "./osm-element.ts";

/** Stage of an import; a file without addresses has only `reading` and `places`. */
export type ImportStage = "reading" | "shapes" | "addresses" | "places";

/** Result of reading a file, apart from its toilets. */
export interface ReadFile {
  /**
   * Result of an extract; null for a file of toilets only, `"unchanged"` for one that is already
   * imported.
   */
  readonly extract: ExtractResult | "unchanged" | null;
  /**
   * SHA-256 of an extract, of the reader's version and of a given country; null for a file of
   * toilets only.
   */
  readonly digest: string | null;
  /**
   * File of an extract, with its index: the imported one, or a copy in PBF, sorted, in the work folder; null for a file of
   * toilets only.
   */
  readonly stored: { readonly path: string; readonly index: PbfIndex } | null;
  /** Reason why the file is not complete, in its own text; null for a complete file. */
  readonly incomplete: string | null;
}

/** Maximum distance of two elements that are one toilet. */
const maxMetersApart = 10;
/** A little more than that, in degrees of latitude. */
const maxDegreesApart = 0.0001;

/** Place that a file of its source lacks. */
interface MissingPlace {
  readonly id: number;
  readonly osm_id: string;
  /** Whether the source's former file lacked it too. */
  readonly was_missing: boolean;
}

/** Element that is likely a duplicate of another one. */
export interface Double {
  readonly osmId: string;
  readonly keptId: string;
}

/** An element with its place in the order of arrival. */
interface Numbered {
  readonly n: number;
  readonly element: OsmElement;
}

/** Whether two toilets differ in a fact, such as for whom they are, or on which floor. */
function contradict(one: PlaceFacts, other: PlaceFacts): boolean {
  // The name has been compared.
  const differing = placeFacts.filter((fact) => fact !== "name" && one[fact] && other[fact]);
  return differing.some((fact) => one[fact] !== other[fact]);
}

/** Whether two elements of one name are likely one toilet. */
function areOne(one: OsmElement, other: OsmElement): boolean {
  const meters = distanceMeters([one.longitude, one.latitude], [other.longitude, other.latitude]);
  if (meters > maxMetersApart) return false;
  return !contradict(factsOfTags(one.tags, clipText), factsOfTags(other.tags, clipText));
}

/** Number of elements of a batch. */
const batchSize = 500;

/**
 * Elements of a file, in memory until the file has been read completely and is valid: about 1 kB
 * each, of which a large country has some ten thousand.
 */
export class StagedElements {
  /** Report of the import, with the elements that its reader leaves out. */
  readonly report = new ImportReport();
  /** By id, in the order of their arrival. */
  readonly #elements = new Map<string, OsmElement>();
  readonly #gone = new Set<string>();
  readonly #unplaced = new Set<string>();
  readonly #source: string;
  #repeated = 0;

  /** @param source name of the file's source */
  constructor(source: string) {
    this.#source = source;
  }

  get count(): number {
    return this.#elements.size;
  }

  /** Number of repeated elements. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Adds elements; of those with the same id the first stays. One without a usable id is known by its position. */
  add(elements: readonly OsmElement[]): void {
    for (const given of elements) {
      const element = isUsableId(given.osmId) ? given : this.#byPosition(given);
      if (this.#elements.has(element.osmId)) this.#repeated++;
      else this.#elements.set(element.osmId, element);
    }
  }

  #byPosition(element: OsmElement): OsmElement {
    const position = formatCoordinates([element.longitude, element.latitude]);
    const osmId = `feature/${this.#source}/${position}`;
    this.report.remark({ kind: "unnumbered", osmId });
    return { ...element, osmId };
  }

  /** Ids of elements whose toilets are known to be gone. */
  get gone(): ReadonlySet<string> {
    return this.#gone;
  }

  noteGone(osmId: string): void {
    this.#gone.add(osmId);
  }

  /** Leaves out a toilet without a position, which is in the file nevertheless. */
  noteUnplaced(osmId: string): void {
    this.report.leaveOut("no-position");
    this.#unplaced.add(osmId);
  }

  /**
   * Removes elements that are likely mapped twice (docs/product#toilets-that-are-mapped-twice): of
   * the same name, within a few metres, and without a different fact. The one that has a place here
   * stays, else the first; two that have one both stay.
   */
  async removeDoubles(database: Database): Promise<Double[]> {
    const pairs = this.#findPairs();
    const here = await findHere(
      database,
      pairs.flat().map(({ element }) => element.osmId),
    );
    const isHere = ({ element }: Numbered) => here.has(element.osmId);
    const candidates = pairs
      .filter((pair) => !pair.every(isHere))
      .map(([first, second]) =>
        isHere(second) ? { double: first, primary: second } : { double: second, primary: first },
      )
      .toSorted((a, b) => a.double.n - b.double.n || a.primary.n - b.primary.n);
    const doubles = new Map<string, Double>();
    for (const { double, primary } of candidates) {
      const [osmId, keptId] = [double.element.osmId, primary.element.osmId];
      if (doubles.has(osmId) || doubles.has(keptId)) continue;
      doubles.set(osmId, { osmId, keptId });
      this.#elements.delete(osmId);
    }
    return [...doubles.values()];
  }

  /** Pairs of likely duplicates, the first to arrive first. */
  #findPairs(): [Numbered, Numbered][] {
    const pairs: [Numbered, Numbered][] = [];
    /** By name and band of latitude. */
    const bands = new Map<string, Numbered[]>();
    let n = 0;
    for (const element of this.#elements.values()) {
      const name = element.tags.name?.toLowerCase();
      if (!name) continue;
      const second = { n: n++, element };
      const band = Math.floor(element.latitude / maxDegreesApart);
      for (const near of [band - 1, band, band + 1]) {
        for (const first of bands.get(`${near} ${name}`) ?? []) {
          if (areOne(first.element, element)) pairs.push([first, second]);
        }
      }
      const key = `${band} ${name}`;
      bands.set(key, [...(bands.get(key) ?? []), second]);
    }
    return pairs;
  }

  /** All elements, in the order of their arrival. */
  *batches(): Generator<readonly OsmElement[]> {
    const elements = [...this.#elements.values()];
    for (let start = 0; start < elements.length; start += batchSize) {
      yield elements.slice(start, start + batchSize);
    }
  }

  /** The places from an earlier import of this source that the file lacks. */
  async findMissing(database: Database, source: string): Promise<MissingPlace[]> {
    const { rows } = await sql<MissingPlace>`
      select id, osm_id, imported ? 'isInNoFile' as was_missing from place
      where imported ->> 'source' = ${source} and deleted_at is null
        and not exists (
          select from unnest(${[...this.#elements.keys(), ...this.#unplaced]}::text[]) as staged (osm_id)
          where staged.osm_id = place.osm_id
        )
      order by id`.execute(database);
    return rows;
  }
}

/** Elements that have a place here. */
async function findHere(database: Database, osmIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ osm_id: string }>`
    select osm_id from place
    where osm_id = any(${osmIds}::text[]) and deleted_at is null`.execute(database);
  return new Set(rows.map(({ osm_id }) => osm_id));
}
