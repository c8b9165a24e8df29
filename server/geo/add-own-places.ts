import {
  type GeoAddress,
  type GeoSuggestion,
  ownPlaceKind,
} from "#domain/address-search/geo-address.ts";
import { isSearchableText, maxSuggestions } from "#domain/address-search/search-limits.ts";
import { parseId } from "#domain/place/place-id.ts";
import { ownTitleOf, titlesOf } from "#domain/place/place-title.ts";
import type { Language } from "#domain/text/language.ts";
import { placeNameKey } from "#server/geo/embedded/name-index.ts";
import type { InstructionLocale } from "#server/geo/walking/instructions.ts";
import type { Geo } from "./geo.ts";
import type { OwnPlace, OwnPlaces } from "./own-places.ts";

/**
 * Minimum number of suggestions that are left to addresses, where any are found
 * (docs/product#own-places-in-the-search).
 */
const minAddresses = 3;

/** Maximum length of a comment in a suggestion; a longer one is cut. */
const maxCommentCharacters = 80;

const idPrefix = "place.";

/**
 * Adds our own places to the suggestions of every provider (docs/product#own-places-in-the-search).
 * They come first, because a visitor who types 'Keleti' here wants the toilet there. Only a
 * settlement whose exact name was typed comes before them.
 *
 * The response names the provider of the addresses. Where only our own places or only addresses are
 * found, they are the result. Both searches run at once, each with its own time limit.
 */
export function addOwnPlaces(
  geo: Geo,
  ownPlaces: OwnPlaces,
  localeOf: (language: Language) => Pick<InstructionLocale, "t">,
): Geo {
  return {
    ...geo,
    async suggest(text, options) {
      const isRequested = options.kinds?.includes(ownPlaceKind) ?? true;
      if (!isRequested || !isSearchableText(text)) return geo.suggest(text, options);
      const limit = options.limit ?? maxSuggestions;
      const [places, response] = await Promise.all([
        ownPlaces.find(text, { ...options, limit }),
        geo.suggest(text, options),
      ]);
      if (places.length === 0) return response;
      const { provider, isFallback, knownTowns } = response;
      const { t } = localeOf(options.language);
      const titles = titlesOf(places, t, null);
      const own = places.map((place) => toOwnSuggestion(place, titles.get(place.id)?.text ?? ""));
      const value = response.ok ? joinOwn(own, response.value, text, limit) : own;
      return { ok: true, value, provider, isFallback, knownTowns };
    },
    async retrieve(id, options) {
      const placeId = id.startsWith(idPrefix) ? parseId(id.slice(idPrefix.length)) : null;
      if (placeId === null) return geo.retrieve(id, options);
      const place = await ownPlaces.findById(placeId);
      const own = { provider: "embedded", isFallback: false } as const;
      if (place === null) return { ok: false, code: "notfound", ...own };
      return { ok: true, value: toOwnAddress(place), ...own };
    },
  };
}

function joinOwn(
  own: readonly GeoSuggestion[],
  addresses: readonly GeoSuggestion[],
  text: string,
  limit: number,
): readonly GeoSuggestion[] {
  const key = placeNameKey(text);
  const isNamed = ({ name, precision }: GeoSuggestion) =>
    precision === "settlement" && placeNameKey(name) === key;
  const ownCount = Math.max(1, limit - Math.min(minAddresses, addresses.length));
  return [
    ...addresses.filter(isNamed).slice(0, minAddresses),
    ...own.slice(0, ownCount),
    ...addresses.filter((address) => !isNamed(address)),
  ].slice(0, limit);
}

/** Suggestion of a place: its title, then its street, city and comment. */
function toOwnSuggestion(place: OwnPlace, title: string): GeoSuggestion {
  const { id, city, address } = place;
  const source = ownTitleOf(place)?.source;
  const street = source === "address" ? "" : address;
  const comments = source === "comments" ? "" : shortened(place.comments);
  return {
    id: `${idPrefix}${id}`,
    name: title,
    detail: [street, city, comments].filter((part) => part !== "").join(", "),
    precision: "address",
    place_id: id,
  };
}

function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= maxCommentCharacters) return text;
  return `${letters.slice(0, maxCommentCharacters).join("").trimEnd()}…`;
}

function toOwnAddress(place: OwnPlace): GeoAddress {
  const { city, address, county, postcode, country, latitude, longitude } = place;
  return {
    address_line1: address,
    address_line2: "",
    place: city,
    county,
    postcode,
    country,
    latitude,
    longitude,
    confidence: "exact",
    precision: "address",
  };
}
