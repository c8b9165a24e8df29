import * as v from "valibot";
import {
  type GeoAddress,
  type GeoProviderName,
  type GeoSuggestion,
  geoPrecisions,
} from "#domain/address-search/geo-address.ts";
import {
  isSearchedLandmark,
  type SearchedLandmark,
} from "#domain/address-search/searched-landmarks.ts";
import { countryName } from "#domain/geography/country-code.ts";
import { I18n, type Translate } from "#domain/text/i18n.ts";
import { inEachLanguage, type Language } from "#domain/text/language.ts";
import { readTranslations } from "#server/i18n.ts";

/** Suggestion of an address: its most exact part is the name, the rest the detail. */
export function toSuggestion(
  address: GeoAddress,
  { language, provider }: { language: Language; provider: GeoProviderName },
): GeoSuggestion {
  const { address_line1, address_line2, place, county, postcode, kind = "", approximate } = address;
  const settlement = [postcode, place].filter(Boolean).join(" ");
  const country = countryName(address.country, language);
  const [name, ...where] =
    address.precision === "settlement"
      ? [place, county]
      : [address_line2, address_line1, settlement].filter(Boolean);
  const label = isSearchedLandmark(kind) ? landmarkNames(kind, language)[0] : "";
  return {
    id: toAddressId(address, provider),
    name,
    detail: [label, ...where, country].filter((part) => part !== "" && part !== name).join(", "),
    precision: address.precision,
    ...(kind !== "" && { kind }),
    ...(approximate && { approximate }),
  };
}

const maxIdLength = 3000;

const text = v.pipe(v.string(), v.maxLength(200));

const addressEntries = [
  text,
  text,
  text,
  text,
  text,
  v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)),
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  v.picklist(["exact", "high", "medium", "low"]),
  v.picklist(geoPrecisions),
] as const;

/** At the end the kind of a landmark, or whether a house is somewhere between two others. */
const addressSchema = v.union([
  v.strictTuple(addressEntries),
  v.strictTuple([...addressEntries, v.pipe(v.string(), v.regex(/^\w{1,40}$/))]),
  v.strictTuple([...addressEntries, v.literal(true)]),
]);

/** Fields of an address in its id, in the order of {@link addressEntries}. */
const addressFields = [
  ...(["address_line1", "address_line2", "place", "county", "postcode", "country"] as const),
  ...(["latitude", "longitude", "confidence", "precision"] as const),
] as const;

/**
 * Id of a suggestion that contains its address, so that any process can retrieve it without a second search, also after
 * an import (docs/decisions/010).
 */
function toAddressId(address: GeoAddress, provider: GeoProviderName): string {
  const last = address.kind ?? address.approximate;
  const values = addressFields.map((field) => address[field]);
  const json = JSON.stringify(last === undefined ? values : [...values, last]);
  return `${provider}.${Buffer.from(json).toString("base64url")}`;
}

/** Address in an id of this provider; null for any other text. */
export function parseAddressId(id: string, provider: GeoProviderName): GeoAddress | null {
  const prefix = `${provider}.`;
  if (!id.startsWith(prefix) || id.length > maxIdLength) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(id.slice(prefix.length), "base64url").toString());
    const parsed = v.safeParse(addressSchema, json);
    if (!parsed.success) return null;
    const { output } = parsed;
    const last = output[addressFields.length];
    return {
      ...(Object.fromEntries(addressFields.map((field, at) => [field, output[at]])) as GeoAddress),
      ...(last !== undefined && (last === true ? { approximate: last } : { kind: String(last) })),
    };
  } catch {
    return null;
  }
}

let messages: Readonly<Record<Language, Translate>> | undefined;

/** Messages of `landmark.json`, read once. */
export function landmarkMessages(language: Language): Translate {
  messages ??= readMessages();
  return messages[language];
}

function readMessages(): Readonly<Record<Language, Translate>> {
  const translations = readTranslations();
  return inEachLanguage((language) => new I18n(language, translations[language].files.landmark).t);
}

/** Names of a kind of landmark: the first is its label, the others are found too. */
export function landmarkNames(kind: SearchedLandmark, language: Language): readonly string[] {
  return landmarkMessages(language)(`landmark.${kind}`).split(", ");
}
