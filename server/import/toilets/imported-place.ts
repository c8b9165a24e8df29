import { roundCoordinates } from "#domain/geography/coordinates.ts";
import type { OpeningTimes } from "#domain/opening/opening-times.ts";
import { factsWhere, type PlaceFact, type PlaceFacts } from "#domain/place/place-facts.ts";
import { toHarmlessText } from "#domain/text/entered-text.ts";
import { maxAddressLength, maxCityLength, maxCommentLength } from "#domain/text/text-limits.ts";
import type { OsmElement, OsmTags } from "#server/import/osm-element.ts";
import { openingTimesOf } from "#server/opening/opening-times-of.ts";
import { type ImportedPrice, priceOf } from "./price-of.ts";

/** Surroundings of a place, which answer where its own tags say nothing. */
export interface Surroundings {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The settlement; empty where none is near. */
  readonly city: string;
  /** The nearest street; empty where none is near or known. */
  readonly street: string;
}

/** OpenStreetMap's tags of toilets in the fields of a place; docs/decisions/008 says why so. */
export function toImportedFields(element: OsmElement, around: Surroundings): ImportedFields {
  const { tags } = element;
  const [longitude, latitude] = roundCoordinates([element.longitude, element.latitude]);
  const country = countryIn(tags) ?? around.country;
  const text = clipText(tags.opening_hours ?? "", 255) || null;
  const opening = text === null ? null : openingTimesOf(text, { country, longitude, latitude });
  return {
    country,
    location: { longitude, latitude },
    named: {
      city: clipText(tags["addr:city"] ?? around.city, maxCityLength),
      address: clipText(addressIn(tags) ?? around.street, maxAddressLength),
      comments: clipText(commentsIn(tags), maxCommentLength),
    },
    price: priceOf(tags, country),
    ...factsWhere((fact) => isSaid[fact](tags)),
    opening: {
      times: opening?.times ?? Array<string>(7).fill("-"),
      text,
      isComplete: opening?.isComplete ?? null,
    },
    attributes: attributesIn(tags),
  };
}

/** `limited` is a step or a narrow door: a wheelchair may not get in. */
const wheelchairYes: ReadonlySet<string> = new Set(["yes", "designated"]);

/** Access without a tag: a toilet on the map is there for everyone. */
const openToAll: ReadonlySet<string> = new Set([
  "yes",
  "permissive",
  "public",
  "designated",
  "unknown",
]);

/** Reading of each fact from the tags. */
const isSaid: Record<PlaceFact, (tags: OsmTags) => boolean> = {
  accessible: (tags) => wheelchairYes.has(tags["toilets:wheelchair"] ?? tags.wheelchair ?? ""),
  public: (tags) => openToAll.has(tags["toilets:access"] ?? tags.access ?? "yes"),
};

function countryIn(tags: OsmTags): string | null {
  const code = tags["addr:country"]?.toUpperCase() ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** Number after the street, as in most of Europe; the order of each country is not known here. */
function addressIn(tags: OsmTags): string | null {
  const street = tags["addr:street"] ?? tags["addr:place"];
  if (street === undefined) return null;
  return [street, tags["addr:housenumber"]].filter((part) => part !== undefined).join(" ");
}

/** Name or operator, and the description; a `note` is a message between mappers. */
function commentsIn(tags: OsmTags): string {
  const parts = [tags.name ?? tags.operator ?? "", tags.description ?? ""];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" – ");
}

/** Tags kept as they are, for the details of a place and for the export. */
const attributeKeys = [
  "name",
  "operator",
  "description",
  "access",
  "fee",
  "charge",
  "wheelchair",
  "wheelchair:description",
  "toilets:wheelchair",
  "toilets:access",
  "changing_table",
  "changing_table:location",
  "changing_table:fee",
  "unisex",
  "female",
  "male",
  "gender_segregated",
  "level",
  "indoor",
  "supervised",
  "seasonal",
  "drinking_water",
  "shower",
  "toilets:disposal",
  "toilets:position",
  "toilets:handwashing",
  "toilets:paper_supplied",
  "toilets:menstrual_products",
  "centralkey",
  "website",
  "check_date",
];

/** Longer than OpenStreetMap allows a value to be. */
const maxAttributeLength = 255;

function attributesIn(tags: OsmTags): OsmTags {
  const known = attributeKeys.filter((key) => tags[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, clipText(tags[key], maxAttributeLength)]));
}

/**
 * Fields of a place that an import brings, in the groups that change together. Kept beside the place
 * (`place.imported`), so that the next import can tell its own changes from ours.
 */
export interface ImportedFields extends PlaceFacts {
  readonly country: string;
  readonly location: { readonly longitude: number; readonly latitude: number };
  readonly named: { readonly city: string; readonly address: string; readonly comments: string };
  readonly price: ImportedPrice;
  readonly opening: {
    readonly times: OpeningTimes;
    /** Opening hours as a text; null where none is given. */
    readonly text: string | null;
    readonly isComplete: boolean | null;
  };
  readonly attributes: OsmTags;
}

/** Place of a file. */
export interface ImportedPlace {
  readonly osmId: string;
  readonly fields: ImportedFields;
  /** Time of the last check on the spot, noon UTC of the day; null where unknown. */
  readonly confirmed: Date | null;
}

/**
 * Time of a mapper's last check of the place: the later of `check_date` and `survey:date`, at noon UTC, so
 * that it is that day nearly everywhere. A month or a year counts from its first day. Null for
 * anything else, and for days to come.
 */
export function confirmedOn(tags: OsmTags, now: Date): Date | null {
  const dates = [tags.check_date, tags["survey:date"]]
    .map(parseDay)
    .filter((date) => date !== null && date <= now);
  return dates.reduce<Date | null>(
    (last, date) => (last && date && last > date ? last : date),
    null,
  );
}

function parseDay(text: string | undefined): Date | null {
  const [, year, month = "01", day = "01"] =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text?.trim() ?? "") ?? [];
  if (year === undefined) return null;
  const date = new Date(`${year}-${month}-${day}T12:00:00Z`);
  // 2025-02-30 would become a day of March.
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isReal && date.getUTCFullYear() > 2004 ? date : null;
}

/** Whether a toilet is closed to everyone: locked, out of use or demolished. */
export function isLeftOut(tags: OsmTags): boolean {
  return tags.access === "no" || lifecycleKeys.some((key) => (tags[key] ?? "no") !== "no");
}

const lifecycleKeys = ["disused", "abandoned", "demolished", "removed", "razed", "destroyed"];

/**
 * Text from outside as the database can store it: harmless, NFC, trimmed, cut to a number of code
 * points.
 */
function clipText(text: string, maxLength: number): string {
  const trimmed = toHarmlessText(text).normalize("NFC").trim();
  if (trimmed.length <= maxLength) return trimmed;
  return [...trimmed].slice(0, maxLength).join("").trim();
}
