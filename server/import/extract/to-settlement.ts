import type { Coordinates } from "#domain/coordinates.ts";
import type { OsmTags } from "../osm-element.ts";
import type { Settlement } from "./settlement.ts";
import { partKinds } from "./wanted-elements.ts";

/** A settlement from what mappers say of its point or its area; `kind` is OpenStreetMap's `place`. */
export function toSettlement(
  osmId: string,
  kind: string,
  [longitude, latitude]: Coordinates,
  tags: OsmTags,
): Settlement {
  return {
    osmId,
    kind,
    name: tags.name,
    nameHu: tags["name:hu"] ?? null,
    nameEn: tags["name:en"] ?? null,
    nameDe: tags["name:de"] ?? null,
    otherNames: otherNameKeys.flatMap((key) => tags[key]?.split(";") ?? []),
    population: parsePopulation(tags.population),
    postcode: tags.postal_code ?? tags["addr:postcode"] ?? "",
    longitude,
    latitude,
    area: null,
    isPart: partKinds.some((part) => part === kind),
  };
}

const otherNameKeys = ["alt_name", "old_name", "short_name", "official_name", "loc_name"] as const;

/** `1 234`, `1,234`, `~1234` and the like; null for anything that is no number of people. */
function parsePopulation(text: string | undefined): number | null {
  const digits = /^~?\s*(\d[\d .,]*)$/.exec(text ?? "")?.[1].replace(/\D/g, "") ?? "";
  const population = Number(digits);
  return digits === "" || population > 50_000_000 ? null : population;
}
