import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import type { AddPlaceFormProps } from "#app/features/place-form/adding/add-place-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { AddObstacle, AddPlaceFailure } from "./add-place-failure.ts";

const AddedBanner = lazyComponent(() =>
  import("./add-place-notices.tsx").then((module) => module.AddedBanner),
);

const MayNotAdd = lazyComponent(() =>
  import("./add-place-notices.tsx").then((module) => module.MayNotAdd),
);

interface AddPlaceProps {
  /** Null for a contributor who may add a place. */
  obstacle: AddObstacle | null;
  result: AddPlaceFailure | undefined;
  listPath: string;
  /** Renders the form, which is in a chunk of its own. */
  renderForm: (form: Pick<AddPlaceFormProps, "result" | "paths">) => ReactNode;
}

/** Button that adds a place; the form for `?add=1`; the banner after success (docs/product#form-for-a-new-place). */
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
        className="mb-3 min-w-0 basis-full rounded-card border border-line bg-raised p-edge sm:p-6"
      >
        <h2 id={titleId} className="mb-5 text-xl">
          {t("addPlace.title")}
        </h2>
        <ChunkBoundary fallback={<FormSkeleton />}>{renderForm({ result, paths })}</ChunkBoundary>
      </section>
    );
  }
  return (
    <div ref={part} tabIndex={-1} className="min-w-0 empty:hidden">
      <ChunkBoundary fallback={null}>
        {isJustAdded(search) && <AddedBanner listPath={listPath} />}
        {isRequested && obstacle && <MayNotAdd obstacle={obstacle} />}
      </ChunkBoundary>
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
