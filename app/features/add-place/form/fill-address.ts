import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { foldText } from "#domain/text/search-key.ts";
import type { DraftAddress, PlaceDraft } from "./place-draft.ts";

/** What the last answer put into the fields: what differs from it was typed by hand. */
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

/** The draft with a suggestion that was picked: what it speaks of replaces what stood there. */
export function fillPicked(
  draft: PlaceDraft,
  filled: FilledAddress,
  picked: GeoAddress,
): FilledDraft {
  const isKept = (field: TextField) => picked[field] === "" && isTyped(draft, filled, field);
  return fill(draft, picked, isKept);
}

/**
 * The draft with the address found for a point. What was typed by hand stays, and nothing is made up:
 * an answer that is sure of the settlement only fills that and the country.
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

/** `77`, `77.`, `77/A`, `77-79`, `12b`; of three digits at most, so that no postcode is one. */
const houseNumber = /^\d{1,3}(?:[/-]?\p{L}|[/-]\d{1,3}\p{L}?)?\.?$/u;

/**
 * A street that was picked, with the house number that the contributor has typed already: at the end of
 * the search, or in the field of the same street. Nothing changes where the match names a house itself.
 *
 * @param searchText what was typed to find the street
 * @param line what stood in the field of street and number
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

/** The house numbers in a text, without the numbers that are part of the street's name. */
function numbersIn(text: string, streetWords: readonly string[]): string[] {
  const words = text.split(/[\s,;]+/);
  return words.filter((word) => houseNumber.test(word) && !streetWords.includes(word));
}
