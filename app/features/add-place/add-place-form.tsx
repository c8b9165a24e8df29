import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FieldFault } from "#domain/field-fault.ts";
import type { AddPlaceAnswer } from "./add-place-answer.ts";
import { checkDraft } from "./describe-place.ts";
import { faultyInput } from "./faulty-input.ts";
import type { MapParts } from "./map-parts.ts";
import { canSend, type PlaceDraft } from "./place-draft.ts";
import { PlaceFormContext } from "./place-form-context.ts";
import { RefusalBanner } from "./refusal-banner.tsx";
import { ReviewSection } from "./review-section.tsx";
import { SendSection } from "./send-section.tsx";
import { usePinMove } from "./use-pin-move.ts";
import { usePlaceDraft } from "./use-place-draft.ts";
import { useRefusal } from "./use-refusal.ts";
import { WhatStep } from "./what-step.tsx";
import { WhenStep } from "./when-step.tsx";
import { WhereStep } from "./where-step.tsx";

export interface AddPlaceFormProps extends MapParts {
  /** What the server answered to the last attempt. */
  answer: AddPlaceAnswer | undefined;
  /** The page with the form, and the page without it. */
  addresses: { readonly open: string; readonly closed: string };
}

/** The form in three steps on one page: where, what, when (docs/product#form-for-a-new-place). */
export function AddPlaceForm({ answer, addresses, ...mapParts }: AddPlaceFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const place = usePlaceDraft(form, answer);
  const { draft, edits } = place;
  const refusal = useRefusal(answer);
  const faults = refusal.refusal?.faults ?? [];
  const pinMove = usePinMove();
  const isSending = useNavigation().formMethod === "POST";
  /** What the server answered holds for what was sent, until it is edited. */
  const [sentEdits, setSentEdits] = useState(0);
  const review = answer?.kind === "review" && sentEdits === edits ? answer : null;

  useEffect(() => {
    if (refusal.count > 0) focusFault(form.current, faults, draft);
  }, [refusal.count]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isSending || !canSend(draft) || pinMove.isAdjusting) return event.preventDefault();
    const found = findFaults(event.currentTarget, draft);
    if (found.length > 0) {
      event.preventDefault();
      refusal.refuse({ kind: "refused", code: found[0].code, faults: found });
    } else {
      refusal.clear();
      setSentEdits(edits);
    }
  };

  return (
    <Form
      ref={form}
      method="post"
      action={addresses.open}
      preventScrollReset
      noValidate
      autoComplete="off"
      aria-busy={isSending}
      // What takes the focus stays clear of the bar and of the banner below it.
      className="[&_:is(input,select,textarea,button)]:scroll-mt-64"
      onSubmit={submit}
    >
      {refusal.refusal && refusal.isOpen && (
        <RefusalBanner key={refusal.count} refusal={refusal.refusal} onDismiss={refusal.dismiss} />
      )}
      <PlaceFormContext value={{ ...place, faults }}>
        <WhereStep {...mapParts} pinMove={pinMove} />
        <WhatStep />
        <WhenStep />
        {review ? (
          <ReviewSection review={review} isSending={isSending} onEdit={() => setSentEdits(-1)} />
        ) : (
          <SendSection
            isAdjusting={pinMove.isAdjusting}
            isSending={isSending}
            closedAddress={addresses.closed}
          />
        )}
      </PlaceFormContext>
    </Form>
  );
}

/** What can be seen to be wrong before sending; the server checks the same again. */
function findFaults(form: HTMLFormElement, draft: PlaceDraft): readonly FieldFault[] {
  const checked = checkDraft(draft);
  const faults = checked.ok ? [] : checked.faults;
  // What is no number at all, the browser keeps to itself.
  const price = form.elements.namedItem("price");
  const isNumber = !(price instanceof HTMLInputElement && price.validity.badInput);
  return isNumber ? faults : [...faults, { field: "price", code: "error.parameter" }];
}

/** Takes the focus to the first field that is wrong; the banner above speaks for itself. */
function focusFault(
  form: HTMLFormElement | null,
  faults: readonly FieldFault[],
  draft: PlaceDraft,
): void {
  if (faults.length === 0) return;
  const named = form?.elements.namedItem(faultyInput(faults[0], draft));
  const input = named instanceof RadioNodeList ? named[0] : named;
  if (input instanceof HTMLElement) input.focus();
}
