import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { AddPlaceFormProps } from "#app/features/place-form/form/add-place-form.tsx";
import { forgetDraft } from "#app/features/place-form/form/stored-draft.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import {
  type AddObstacle,
  type AddPlaceFailure,
  addPlaceFailureText,
} from "./add-place-failure.ts";

interface AddPlaceProps {
  /** Null for a contributor who may add a place. */
  obstacle: AddObstacle | null;
  result: AddPlaceFailure | undefined;
  /** The list's path without the form. */
  listPath: string;
  /** Renders the form, which is in a chunk of its own. */
  renderForm: (form: Pick<AddPlaceFormProps, "result" | "paths">) => ReactNode;
}

/**
 * The 'add place' button for contributors who may add; the form instead of it when the URL asks for it
 * (`?add=1`, so that it opens without script too; `at` names a point); and the banner after success
 * (docs/product#form-for-a-new-place, docs/product#after-adding).
 */
export function AddPlace({ obstacle, result, listPath, renderForm }: AddPlaceProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const titleId = useId();
  const isRequested = isFormRequested(search);
  // A refused form must stay, also when the right to send it is gone.
  const isOpen = isRequested && (obstacle === null || result !== undefined);
  const part = useFocusAfterChange(isOpen);
  const paths = { open: openFormPath(listPath), closed: listPath };

  if (isOpen) {
    return (
      <section
        ref={part}
        tabIndex={-1}
        aria-labelledby={titleId}
        data-adding=""
        className="mb-6 rounded-card border border-line bg-raised p-edge sm:p-6"
      >
        <h2 id={titleId} className="mb-5 text-xl">
          {t("addPlace.title")}
        </h2>
        <ChunkBoundary fallback={<FormSkeleton />}>{renderForm({ result, paths })}</ChunkBoundary>
      </section>
    );
  }
  return (
    <div ref={part} tabIndex={-1} className="mb-6 empty:hidden">
      {isJustAdded(search) && <AddedBanner listPath={listPath} />}
      {isRequested && obstacle && <MayNotAdd obstacle={obstacle} />}
      {obstacle === null && (
        <ButtonLink
          to={paths.open}
          variant="primary"
          icon="plus"
          preventScrollReset
          defaultShouldRevalidate={false}
          className="needs-contact"
        >
          {t("addPlace.open")}
        </ButtonLink>
      )}
    </div>
  );
}

/** Moves the focus to what replaces the button or the form, but not when the page opens. */
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

/** Time that the banner stays (docs/product#after-adding). */
const bannerMs = 5_000;

/** Thanks for a place that is pending acceptance; the URL loses its parameter with the banner. */
function AddedBanner({ listPath }: { listPath: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const forget = () =>
    navigate(listPath, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  return (
    <Alert kind="success" timeoutMs={bannerMs} onDismiss={() => void forget()} className="mb-4">
      <p>{t("addPlace.added")}</p>
      <PageLink to="/account/contributions" className="text-link inline-block py-2.5">
        {t("addPlace.outcome")}
      </PageLink>
    </Alert>
  );
}

/** The reason why there is no form although the URL asks for it. */
function MayNotAdd({ obstacle }: { obstacle: AddObstacle }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // The list's message already says that the database is unavailable.
  if (obstacle === "error.unavailable") return null;
  const after = (page: string) => continuingPath(page, pathname + search);
  return (
    <Alert kind="info" className="mb-4">
      <p>{addPlaceFailureText(t, obstacle)}</p>
      {obstacle === "error.signin" && (
        <p className="mt-2 mb-1 flex flex-wrap gap-2">
          <ButtonLink to={after("/login")} variant="primary" icon="log-in">
            {t("navigation.login")}
          </ButtonLink>
          <ButtonLink to={after("/register")} icon="register">
            {t("navigation.register")}
          </ButtonLink>
        </p>
      )}
    </Alert>
  );
}

/** Placeholder of the form, in the shape of its first step. */
function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 border-t border-line py-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-18 w-full" />
    </div>
  );
}

/** The list's path with the form open: `/places?add=1`. */
function openFormPath(listPath: string): string {
  return withFlag(listPath, "add");
}

/** The list's path with the banner for a place that is pending acceptance. */
export function addedPath(listPath: string): string {
  return withFlag(listPath, "added");
}

function isFormRequested(search: string): boolean {
  return new URLSearchParams(search).has("add");
}

function isJustAdded(search: string): boolean {
  return new URLSearchParams(search).has("added");
}

function withFlag(path: string, flag: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${flag}=1`;
}

/**
 * Sends the form. A redirect says that the server has added the place: the draft has done its work. Without a
 * response, or after a server error, the typed text stays (docs/product#failure-while-adding).
 */
export function savePlace(save: () => Promise<AddPlaceFailure>) {
  const unsaved: AddPlaceFailure = {
    kind: "refused",
    code: "addPlace.unsaved",
    errors: [],
    draft: null,
  };
  return actionWithFallback(
    save,
    () => unsaved,
    () => forgetDraft(),
  );
}
