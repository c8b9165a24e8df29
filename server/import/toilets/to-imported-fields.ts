import { roundCoordinates } from "#domain/coordinates.ts";
import { maxAddressLength, maxCityLength, maxCommentLength } from "#domain/text-length.ts";
import { openingTimesOf } from "../opening-times-of.ts";
import type { OsmElement, OsmTags } from "../osm-element.ts";
import { clipText } from "./clip-text.ts";
import type { ImportedFields } from "./imported-place.ts";
import { priceOf } from "./price-of.ts";

/** What is around a place, for what its own tags do not say. */
export interface Surroundings {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The settlement; empty in the middle of nowhere. */
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
    accessible: wheelchairYes.has(tags["toilets:wheelchair"] ?? tags.wheelchair ?? ""),
    public: openToAll.has(tags["toilets:access"] ?? tags.access ?? "yes"),
    opening: {
      times: opening?.times ?? Array<string>(7).fill("-"),
      text,
      isComplete: opening?.isComplete ?? null,
    },
    attributes: attributesIn(tags),
  };
}

/** `limited` is a step or a narrow door: no promise to make to someone in a wheelchair. */
const wheelchairYes: ReadonlySet<string> = new Set(["yes", "designated"]);

/** Where nothing is said, toilets on the map are there for everyone. */
const openToAll: ReadonlySet<string> = new Set([
  "yes",
  "permissive",
  "public",
  "designated",
  "unknown",
]);

function countryIn(tags: OsmTags): string | null {
  const code = tags["addr:country"]?.toUpperCase() ?? "";
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** In the country's own order is beyond us: the number after the street, as most of Europe has it. */
function addressIn(tags: OsmTags): string | null {
  const street = tags["addr:street"] ?? tags["addr:place"];
  if (street === undefined) return null;
  return [street, tags["addr:housenumber"]].filter((part) => part !== undefined).join(" ");
}

/** Its name, or who runs it, and what else mappers tell people (`note` they tell each other). */
function commentsIn(tags: OsmTags): string {
  const parts = [tags.name ?? tags.operator ?? "", tags.description ?? ""];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" – ");
}

/** Kept as they are, for what the product may come to show, and for the export. */
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
