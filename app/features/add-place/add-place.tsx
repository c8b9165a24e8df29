import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { isFormAsked, isJustAdded, openFormAddress } from "./add-place-addresses.ts";
import type { AddPlaceAnswer } from "./add-place-answer.ts";
import type { AddPlaceFormProps } from "./add-place-form.tsx";
import type { AddRefusal } from "./add-refusal.ts";
import { AddedBanner } from "./added-banner.tsx";
import { FormSkeleton } from "./form-skeleton.tsx";
import { MayNotAdd } from "./may-not-add.tsx";

interface AddPlaceProps {
  /** Null for who may add one. */
  refusal: AddRefusal | null;
  answer: AddPlaceAnswer | undefined;
  /** The list as it is shown, without the form. */
  listAddress: string;
  /** Draws the form, which comes in a chunk of its own. */
  renderForm: (form: Pick<AddPlaceFormProps, "answer" | "addresses">) => ReactNode;
}

/**
 * The 'add place' button, for who may; in its place the form, once it is asked for (`?add=1`, so that
 * it opens without script too); and the banner after success (docs/product#form-for-a-new-place,
 * docs/product#after-adding).
 */
export function AddPlace({ refusal, answer, listAddress, renderForm }: AddPlaceProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const titleId = useId();
  const isAsked = isFormAsked(search);
  // What was refused must not vanish with the right to send it.
  const isOpen = isAsked && (refusal === null || answer !== undefined);
  const part = useFocusAfterChange(isOpen);
  const addresses = { open: openFormAddress(listAddress), closed: listAddress };

  if (isOpen) {
    return (
      <section
        ref={part}
        tabIndex={-1}
        aria-labelledby={titleId}
        className="mb-6 rounded-card border border-line bg-raised p-4 sm:p-6"
      >
        <h2 id={titleId} className="mb-5 text-xl">
          {t("addPlace.title")}
        </h2>
        <ChunkBoundary fallback={<FormSkeleton />}>
          {renderForm({ answer, addresses })}
        </ChunkBoundary>
      </section>
    );
  }
  return (
    <div ref={part} tabIndex={-1} className="mb-6 empty:hidden">
      {isJustAdded(search) && <AddedBanner listAddress={listAddress} />}
      {isAsked && refusal && <MayNotAdd refusal={refusal} />}
      {refusal === null && (
        <ButtonLink
          to={addresses.open}
          variant="primary"
          icon="plus"
          preventScrollReset
          defaultShouldRevalidate={false}
        >
          {t("addPlace.open")}
        </ButtonLink>
      )}
    </div>
  );
}

/** Takes the focus to what took the place of the button or the form, not to what a page opens with. */
function useFocusAfterChange(isOpen: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(isOpen);
  useEffect(() => {
    if (shown.current === isOpen) return;
    shown.current = isOpen;
    part.current?.focus();
  }, [isOpen]);
  return part;
}
