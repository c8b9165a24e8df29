import { createContext, type RefObject, use, useEffect, useEffectEvent, useState } from "react";
import type { AddPlaceAnswer } from "#app/features/add-place/add-place-failure.ts";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { type FilledAddress, fillFound, fillPicked, withHouseNumber } from "./fill-address.ts";
import {
  type DraftAddress,
  emptyDraft,
  type PlaceDraft,
  withChosenPoint,
  withPosition,
  withTyped,
} from "./place-draft.ts";
import { readDraftForm } from "./read-draft-form.ts";
import { keepDraft, loadDraft } from "./stored-draft.ts";

/** State that the parts of the form share. */
export interface PlaceFormState extends PlaceDraftState {
  readonly faults: readonly FieldFault[];
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

/**
 * The draft: from the server's answer, from text typed before the script arrived, or from this tab's storage;
 * stored again with every change.
 */
export function usePlaceDraft(
  form: RefObject<HTMLFormElement | null>,
  answer: AddPlaceAnswer | undefined,
) {
  const [state, setState] = useState<DraftState>(() => ({
    draft: answer?.draft ?? emptyDraft,
    filled: {},
    edits: 0,
  }));
  const { draft } = state;

  const restore = useEffectEvent(() => {
    if (form.current === null) return;
    const typed = readDraftForm(new FormData(form.current));
    const isTouched = JSON.stringify(typed) !== JSON.stringify(draft);
    const found = isTouched ? typed : !answer && loadDraft();
    if (found) setState((before) => ({ ...before, draft: found }));
  });
  useEffect(() => restore(), []);

  const [opened] = useState(draft);
  useEffect(() => {
    if (draft !== opened) keepDraft(draft);
  }, [draft, opened]);

  const edit = (step: (before: DraftState) => Partial<DraftState>) =>
    setState((before) => ({ ...before, ...step(before), edits: before.edits + 1 }));

  return {
    draft,
    edits: state.edits,
    change: (part: Partial<PlaceDraft>) =>
      edit((before) => ({ draft: { ...before.draft, ...part } })),
    /** Sets a part of the address, typed by hand. */
    type: (name: keyof DraftAddress, value: string) =>
      edit(({ draft, filled }) => ({
        draft: withTyped(draft, name, { value, filled: filled[name] }),
      })),
    choosePoint: (point: Coordinates) =>
      edit((before) => ({ draft: withChosenPoint(before.draft, point) })),
    /**
     * Takes a suggestion, its point included.
     *
     * @param searchText the typed search
     */
    pickAddress: (found: GeoAddress, searchText: string) =>
      edit(({ draft, filled }) => {
        const picked = withHouseNumber(found, searchText, draft.address_line1);
        const next = fillPicked(draft, filled, picked);
        const { confidence, precision, longitude, latitude } = picked;
        const known = { ...next.draft, confidence, precision, isApproximate: false };
        return { ...next, draft: withPosition(known, [longitude, latitude]) };
      }),
    /** Takes the address that was found for the chosen point. */
    takeFound: (found: GeoAddress) => edit(({ draft, filled }) => fillFound(draft, filled, found)),
  };
}

type PlaceDraftState = ReturnType<typeof usePlaceDraft>;
