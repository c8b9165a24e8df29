import { roundCoordinates } from "#domain/geography/coordinates.ts";
import { factsOfTags, hasValue } from "#domain/place/facts-of-tags.ts";
import { factTextLengths, type PlaceFact } from "#domain/place/place-facts.ts";
import { clipText } from "#domain/text/entered-text.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxOpeningHoursLength,
} from "#domain/text/text-limits.ts";
import { withAccessConditions } from "#server/import/is-toilets.ts";
import { maxValueLength, type OsmElement, type OsmTags } from "#server/import/osm-element.ts";
import { openingTimesOf } from "#server/opening/opening-hours.ts";
import type { ImportedFields } from "#server/places/import-record.ts";
import { chargeTextOf, priceOf } from "./price-of.ts";

/** Surroundings of a place: defaults for what its own tags lack. */
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
  const { tags, hostName } = toToiletTags(element.tags);
  const conditioned = withAccessConditions(tags);
  const [longitude, latitude] = roundCoordinates([element.longitude, element.latitude]);
  const country = countryIn(tags) ?? around.country;
  const text = clipText(conditioned.opening_hours ?? "", maxOpeningHoursLength) || null;
  const opening = text === null ? null : openingTimesOf(text, { country, longitude, latitude });
  const charge = clipText(chargeTextOf(tags, country) ?? "", factTextLengths.charge);
  return {
    country,
    location: { longitude, latitude },
    named: {
      city: clipText(tags["addr:city"] ?? around.city, maxCityLength),
      address: clipText(addressIn(tags) ?? around.street, maxAddressLength),
      comments: clipText(hostName ?? commentsIn(tags), maxCommentLength),
    },
    price: priceOf(tags, country),
    facts: {
      ...(charge !== "" && { charge }),
      ...factsOfTags(conditioned, clipText),
      ...(hostName !== null && { inside: clipText(hostName, factTextLengths.inside) }),
    },
    opening: {
      times: opening?.times ?? Array<string>(7).fill("-"),
      text,
      isComplete: opening?.isComplete ?? null,
    },
    attributes: attributesIn(tags),
  };
}

/** Keys of a host that say the same of the toilet inside it. */
const sharedKeys = ["addr:city", "addr:street", "addr:place", "addr:housenumber", "addr:country"];

/**
 * Tags of the toilet alone. For a toilet inside another place (`toilets=yes`) these are the host's tags that
 * begin with `toilets:`, its address, floor and opening hours; such a toilet is there for the host's own
 * visitors unless its tags say more.
 */
function toToiletTags(tags: OsmTags): { tags: OsmTags; hostName: string | null } {
  if (hasValue(tags.amenity, "toilets")) return { tags, hostName: null };
  const own = Object.entries(tags).flatMap(([key, value]): [string, string][] => {
    if (key.startsWith("toilets:")) {
      const bare = key.slice("toilets:".length);
      return [[toiletKeys.has(bare) ? key : bare, value]];
    }
    return [...sharedKeys, "level", "opening_hours", "check_date"].includes(key)
      ? [[key, value]]
      : [];
  });
  const inside = { access: hostAccess(tags), ...Object.fromEntries(own) };
  return { tags: inside, hostName: tags.name ?? tags.brand ?? tags.operator ?? "" };
}

/** Keys that have the prefix on a separate toilet as well. */
const toiletKeys: ReadonlySet<string> = new Set([
  "position",
  "handwashing",
  "paper_supplied",
  "menstrual_products",
  "disposal",
]);

/** A station is there for everyone who passes; a shop, a restaurant or an office is not. */
function hostAccess(tags: OsmTags): string {
  if (tags.toilets === "customers") return "customers";
  const isPublic = tags.railway === "station" || tags.public_transport === "station";
  return isPublic ? "unknown" : "permit";
}

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

/** Key of the comment in the product's own exports. */
const ownCommentKey = "mosdo:comment";

/** Name or operator, and the description; a `note` is a message between mappers. */
function commentsIn(tags: OsmTags): string {
  if (tags[ownCommentKey] !== undefined) return tags[ownCommentKey];
  const parts = [tags.name ?? tags.operator ?? "", tags.description ?? ""];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" – ");
}

/** Tags stored as they are, for the details of a place and for the export. */
const attributeKeys = [
  "name",
  "operator",
  "description",
  "access",
  "access:conditional",
  "fee",
  "fee:conditional",
  "charge",
  "charge:conditional",
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
  "door:width",
  "changing_table:adult",
  "hoist",
  "payment:coins",
  "payment:cash",
  "payment:notes",
  "payment:cards",
  "payment:credit_cards",
  "payment:debit_cards",
  "payment:contactless",
  "payment:app",
  "network",
  "nette_toilette",
  "website",
  "check_date",
];

function attributesIn(tags: OsmTags): OsmTags {
  const known = attributeKeys.filter((key) => tags[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, clipText(tags[key], maxValueLength)]));
}

/** Fields that change together; each fact is a group by itself. */
export type FieldGroup = Exclude<keyof ImportedFields, "facts"> | PlaceFact;

export interface ImportedPlace {
  readonly osmId: string;
  readonly fields: ImportedFields;
  /** Former position whose street is the address, where none is near the position now; absent elsewhere. */
  readonly streetAt?: ImportedFields["location"];
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
