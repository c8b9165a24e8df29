import { createContext, type RefObject, use, useEffect, useEffectEvent, useState } from "react";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { foldText } from "#domain/text/search-key.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import {
  type DraftAddress,
  type PlaceDraft,
  readDraftForm,
  withChosenPoint,
  withPosition,
  withTyped,
} from "./place-draft.ts";

export interface PlaceFormState extends PlaceDraftState {
  readonly errors: readonly ValidationError[];
}

export const PlaceFormContext = createContext<PlaceFormState | null>(null);

/** @throws outside the form, which is a programming error */
export function usePlaceForm(): PlaceFormState {
  const form = use(PlaceFormContext);
  if (form === null) throw new Error("a part of the form stands outside it");
  return form;
}

interface DraftState {
  readonly draft: PlaceDraft;
  readonly filled: FilledAddress;
  /** Grows with every change by the contributor. */
  readonly edits: number;
}

interface OpenedDraft {
  readonly opened: PlaceDraft;
  readonly isSent: boolean;
  /** What this tab's storage has of the form; null without it. */
  readonly load: () => PlaceDraft | null;
  readonly storeDraft: (draft: PlaceDraft) => void;
}

/**
 * The draft, from the page, from text typed before the script arrived, or from this tab's storage; stored with every
 * change.
 */
export function usePlaceDraft(
  form: RefObject<HTMLFormElement | null>,
  { opened, isSent, load, storeDraft }: OpenedDraft,
) {
  const [state, setState] = useState<DraftState>(() => ({
    draft: opened,
    filled: {},
    edits: 0,
  }));
  const { draft } = state;

  const restore = useEffectEvent(() => {
    if (form.current === null) return;
    const typed = readDraftForm(new FormData(form.current));
    const isTouched = JSON.stringify(typed) !== JSON.stringify(draft);
    const found = isTouched ? typed : !isSent && load();
    if (found) setState((before) => ({ ...before, draft: found }));
  });
  useEffect(() => restore(), []);

  const [first, setFirst] = useState(draft);
  const store = useEffectEvent(storeDraft);
  useEffect(() => {
    if (draft !== first) store(draft);
  }, [draft, first]);

  const edit = (step: (before: DraftState) => Partial<DraftState>) =>
    setState((before) => ({ ...before, ...step(before), edits: before.edits + 1 }));

  return {
    draft,
    edits: state.edits,
    /** Sets a part of the first content, unless something was typed or restored. */
    changeUntouched(part: Partial<PlaceDraft>) {
      const changed = { ...first, ...part };
      setFirst(changed);
      setState((before) => (before.draft === first ? { ...before, draft: changed } : before));
    },
    change: (part: Partial<PlaceDraft>) =>
      edit((before) => ({ draft: { ...before.draft, ...part } })),
    type: (name: keyof DraftAddress, value: string) =>
      edit(({ draft, filled }) => ({
        draft: withTyped(draft, name, { value, filled: filled[name] }),
      })),
    choosePoint: (point: Coordinates) =>
      edit((before) => ({ draft: withChosenPoint(before.draft, point) })),
    /** Takes a suggestion, its point included. @param searchText the typed search */
    pickAddress: (found: GeoAddress, searchText: string) =>
      edit(({ draft, filled }) => {
        const picked = withHouseNumber(found, searchText, draft.address_line1);
        const next = fillPicked(draft, filled, picked);
        const { confidence, precision, longitude, latitude } = picked;
        const known = { ...next.draft, confidence, precision, isApproximate: false };
        return { ...next, draft: withPosition(known, [longitude, latitude]) };
      }),
    takeFound: (found: GeoAddress) => edit(({ draft, filled }) => fillFound(draft, filled, found)),
  };
}

type PlaceDraftState = ReturnType<typeof usePlaceDraft>;

/** Values that the last response put into the fields: a field that differs was typed by hand. */
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
  const address = namedFirst(picked);
  const isTypedField = (field: TextField) => address[field] === "" && isTyped(draft, filled, field);
  return fill(draft, address, isTypedField);
}

/** The draft with the address of a point: typed values stay; a response sure of the settlement alone fills only that. */
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
  isTypedField: (field: TextField) => boolean,
): FilledDraft {
  const written = textFields.filter((field) => !isTypedField(field));
  const texts = Object.fromEntries(written.map((field) => [field, address[field]]));
  const filled = { ...texts, country: address.country || draft.country };
  return { draft: { ...draft, ...filled }, filled };
}

/** Address in whose first line a landmark stands that has no street. */
function namedFirst(found: GeoAddress): DraftAddress {
  if (found.kind === undefined || found.address_line1 !== "") return found;
  return { ...found, address_line1: found.address_line2, address_line2: "" };
}

function withoutGuesses(found: GeoAddress): DraftAddress {
  const { precision, place, country } = found;
  if (precision === "address" || precision === "street") return namedFirst(found);
  return { address_line1: "", address_line2: "", place, county: "", postcode: "", country };
}

/** `77`, `77.`, `77/A`, `77-79`, `12b`; at most three digits, so that a postcode does not match. */
const houseNumber = /^\d{1,3}(?:[/-]?\p{L}|[/-]\d{1,3}\p{L}?)?\.?$/u;

/** A chosen street with the house number that the contributor typed, in the search or in the field (`line`). */
export function withHouseNumber(found: GeoAddress, searchText: string, line: string): GeoAddress {
  const street = found.address_line1;
  if (found.precision !== "street" || street === "") return found;
  const tokens = street.split(/\s+/);
  const isOfStreet = (text: string) => foldText(text).startsWith(foldText(street));
  const typed =
    numbersIn(searchText, tokens).at(-1) ??
    (isOfStreet(line) ? numbersIn(line, tokens).at(-1) : undefined);
  return typed === undefined ? found : { ...found, address_line1: `${street} ${typed}` };
}

/** House numbers in a text, without numbers that belong to the street's name. */
function numbersIn(text: string, streetTokens: readonly string[]): string[] {
  const tokens = text.split(/[\s,;]+/);
  return tokens.filter((token) => houseNumber.test(token) && !streetTokens.includes(token));
}

/** Name of the form for a new place in this tab's storage; each edit has a name of its own. */
const newPlace = "mosdo:place-draft";

/** This tab's stored form, for `parseDraft`; null without it or without storage. */
export function loadDraft(name = newPlace): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a form until the tab is closed; one that does not fit is not stored. */
export function storeDraft(draft: object, name = newPlace): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The form works without storage.
  }
}

export function forgetDraft(name = newPlace): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage there is no draft.
  }
}
