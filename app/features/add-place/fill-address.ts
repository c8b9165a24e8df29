import type { GeoAddress } from "#domain/geo/geo-address.ts";
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
