import type { SearchedLandmark } from "#domain/address-search/searched-landmarks.ts";
import { type Coordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { languages } from "#domain/text/language.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { nameColumns, nameSeparator } from "#server/geo/extract/extract-provider.ts";
import { boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { maxValueLength, type OsmTags } from "#server/import/osm-element.ts";
import type { ExtractSettlement } from "./gather-settlements.ts";
import { type RowBuffer, streetKey } from "./row-buffer.ts";
import { otherNameKeys } from "./wanted-elements.ts";

/** Maximum distance between the elements of one landmark: the point of a station and its building. */
const sameSpotMeters = 300;

interface LandmarkParts {
  readonly extractId: number;
  readonly rows: RowBuffer;
  /** Id of a settlement in the database. */
  settlementId(settlement: ExtractSettlement | null): number | null;
}

/** Gatherer that makes one row of all elements of one kind and name at a spot. */
export class LandmarkGatherer {
  readonly #parts: LandmarkParts;
  readonly #known = new Map<string, Coordinates[]>();
  /** Number of rows. */
  count = 0;

  constructor(parts: LandmarkParts) {
    this.#parts = parts;
  }

  add(
    kind: SearchedLandmark,
    tags: OsmTags,
    at: Coordinates,
    settlement: ExtractSettlement | null,
  ): void {
    const key = `${kind} ${nameKey(tags.name)}`;
    const known = this.#known.get(key) ?? [];
    if (known.some((other) => distanceMeters(other, at) <= sameSpotMeters)) return;
    this.#known.set(key, [...known, at]);
    this.count++;
    const { extractId, rows, settlementId } = this.#parts;
    const row = landmarkRow(kind, tags, at, settlement?.name ?? "");
    rows.add({
      id: rows.idOf(streetKey.keyOf(row)),
      extract_id: extractId,
      settlement_id: settlementId(settlement),
      ...row,
    });
  }
}

function landmarkRow(kind: SearchedLandmark, tags: OsmTags, at: Coordinates, settlement: string) {
  const [longitude, latitude] = roundCoordinates(at);
  const names = [
    tags.name,
    ...languages.map((language) => tags[`name:${language}`]),
    tags.int_name,
    ...otherNameKeys.flatMap((key) => tags[key]?.split(";")),
  ].filter((name) => name !== undefined);
  const keys = [...new Set(names.map(nameKey))].filter((key) => key !== "");
  const street = tags["addr:street"] ?? "";
  const number = tags["addr:housenumber"] ?? "";
  return {
    kind,
    name: clipText(tags.name, maxValueLength),
    ...nameColumns((language) => clipText(tags[`name:${language}`] ?? "", maxValueLength) || null),
    address: street === "" ? null : `${street} ${number}`.trim(),
    postcode: tags["addr:postcode"] ?? "",
    longitude,
    latitude,
    lines: [],
    bounds: formatBox(boundsOf([at])),
    search_key: withLatinKeys(keys.map((key) => `${key} ${nameKey(settlement)}`.trim())).join(
      nameSeparator,
    ),
    name_key: withLatinKeys(keys).join(nameSeparator),
  };
}
