import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { foldText } from "#domain/text/search-key.ts";
import type { DraftAddress, PlaceDraft } from "./place-draft.ts";

/** Values that the last answer put into the fields: a field that differs was typed by hand. */
export type FilledAddress = Partial<DraftAddress>;

interface FilledDraft {
  readonly draft: PlaceDraft;
  readonly filled: FilledAddress;
}

type TextField = Exclude<keyof DraftAddress, "country">;

const textFields: readonly TextField[] = [
  "address_line1",
  "address_line2",
  "place",
  "county",
  "postcode",
];

/** The draft with a chosen suggestion: the parts that it has replace the old ones. */
export function fillPicked(
  draft: PlaceDraft,
  filled: FilledAddress,
  picked: GeoAddress,
): FilledDraft {
  const isKept = (field: TextField) => picked[field] === "" && isTyped(draft, filled, field);
  return fill(draft, picked, isKept);
}

/**
 * The draft with the address of a point. Typed values stay, and nothing is invented: an answer that is sure
 * only of the settlement fills only that and the country.
 */
export function fillFound(
  draft: PlaceDraft,
  filled: FilledAddress,
  found: GeoAddress,
): FilledDraft {
  return fill(draft, withoutGuesses(found), (field) => isTyped(draft, filled, field));
}

function isTyped(draft: PlaceDraft, filled: FilledAddress, field: TextField): boolean {
  return draft[field] !== "" && draft[field] !== filled[field];
}

function fill(
  draft: PlaceDraft,
  address: DraftAddress,
  isKept: (field: TextField) => boolean,
): FilledDraft {
  const written = textFields.filter((field) => !isKept(field));
  const texts = Object.fromEntries(written.map((field) => [field, address[field]]));
  const filled = { ...texts, country: address.country || draft.country };
  return { draft: { ...draft, ...filled }, filled };
}

function withoutGuesses({ precision, ...address }: GeoAddress): DraftAddress {
  if (precision === "address" || precision === "street") return address;
  const { place, country } = address;
  return { address_line1: "", address_line2: "", place, county: "", postcode: "", country };
}

/** `77`, `77.`, `77/A`, `77-79`, `12b`; at most three digits, so that a postcode does not match. */
const houseNumber = /^\d{1,3}(?:[/-]?\p{L}|[/-]\d{1,3}\p{L}?)?\.?$/u;

/**
 * A chosen street with the house number that the contributor has already typed: at the end of the search, or
 * in the field of the same street. A match that names a house stays unchanged.
 *
 * @param searchText the typed search
 * @param line the content of the field for street and number
 */
export function withHouseNumber(found: GeoAddress, searchText: string, line: string): GeoAddress {
  const street = found.address_line1;
  if (found.precision !== "street" || street === "") return found;
  const words = street.split(/\s+/);
  const isOfStreet = (text: string) => foldText(text).startsWith(foldText(street));
  const typed =
    numbersIn(searchText, words).at(-1) ??
    (isOfStreet(line) ? numbersIn(line, words).at(-1) : undefined);
  return typed === undefined ? found : { ...found, address_line1: `${street} ${typed}` };
}

/** House numbers in a text, without numbers that belong to the street's name. */
function numbersIn(text: string, streetWords: readonly string[]): string[] {
  const words = text.split(/[\s,;]+/);
  return words.filter((word) => houseNumber.test(word) && !streetWords.includes(word));
}
