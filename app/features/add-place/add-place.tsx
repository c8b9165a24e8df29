import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, useLocation, useNavigate } from "react-router";
import type { AddPlaceFormProps } from "#app/features/add-place/form/add-place-form.tsx";
import { forgetDraft } from "#app/features/add-place/form/stored-draft.ts";
import { isNetworkError, reportContact, reportFailedLoad } from "#app/network/connection-events.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type AddPlaceAnswer, type AddRefusal, refusalText } from "./refusal.ts";

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

/** How long it stands (docs/product#after-adding). */
const bannerMs = 5_000;

/** Thanks for a place that waits for acceptance; the address forgets it with the banner. */
function AddedBanner({ listAddress }: { listAddress: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const forget = () =>
    navigate(listAddress, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  return (
    <Alert kind="success" timeoutMs={bannerMs} onDismiss={() => void forget()} className="mb-4">
      {t("addPlace.added")}
    </Alert>
  );
}

/** Why the form that the address asks for is not there. */
function MayNotAdd({ refusal }: { refusal: AddRefusal }) {
  const { t } = useTranslation();
  // The list's own message says that nothing works now.
  if (refusal === "error.unavailable") return null;
  return (
    <Alert kind="info" className="mb-4">
      {refusalText(t, refusal)}{" "}
      {refusal === "error.signin" && (
        <Link to="/login" className="text-link inline-block py-2.5">
          {t("navigation.login")}
        </Link>
      )}
    </Alert>
  );
}

/** Stands where the form will, in the shape of its first step. */
function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 border-t border-line py-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-18 w-full" />
    </div>
  );
}

/** The list's address with the form open: `/places?add=1`. */
function openFormAddress(listAddress: string): string {
  return withFlag(listAddress, "add");
}

/** The list's address after a place was added that waits for acceptance: it says so. */
export function addedAddress(listAddress: string): string {
  return withFlag(listAddress, "added");
}

function isFormAsked(search: string): boolean {
  return new URLSearchParams(search).has("add");
}

function isJustAdded(search: string): boolean {
  return new URLSearchParams(search).has("added");
}

function withFlag(address: string, flag: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${flag}=1`;
}

/**
 * The server's answer to the form. A redirect says that the place was added: the draft has done its
 * work. When nobody answered or the server broke down, what was typed stays
 * (docs/product#failure-while-adding).
 */
export async function saveOrKeep(save: () => Promise<AddPlaceAnswer>) {
  try {
    const answer = await save();
    reportContact();
    return answer;
  } catch (error) {
    if (error instanceof Response) {
      forgetDraft();
      throw error;
    }
    if (isNetworkError(error)) reportFailedLoad();
    const answer: AddPlaceAnswer = {
      kind: "refused",
      code: "addPlace.unsaved",
      faults: [],
      draft: null,
    };
    // With this status nothing else of the page is loaded again, which would fail as well.
    return data(answer, { status: 503 });
  }
}
