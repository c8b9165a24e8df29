import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Form } from "react-router";
import {
  errorTexts,
  focusError,
  remainingErrors,
  withTypedPrice,
} from "#app/features/place-form/form/field-error-text.ts";
import { FormStep } from "#app/features/place-form/form/form-field.tsx";
import {
  canSend,
  checkDraft,
  emptyDraft,
  type PlaceDraft,
  parseDraft,
  positionOf,
  withChosenPoint,
} from "#app/features/place-form/form/place-draft.ts";
import {
  forgetDraft,
  loadDraft,
  PlaceFormContext,
  storeDraft,
  usePlaceDraft,
  usePlaceForm,
} from "#app/features/place-form/form/use-place-form.ts";
import { HoursEditor } from "#app/features/place-form/hours/hours-editor.tsx";
import { MeaningSummary } from "#app/features/place-form/hours/hours-meaning.tsx";
import { type MapParts, usePinAdjustment } from "#app/features/place-form/steps/address-pin.tsx";
import { WhatStep } from "#app/features/place-form/steps/what-step.tsx";
import { WhereStep } from "#app/features/place-form/steps/where-step.tsx";
import { useHome } from "#app/i18n/home.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback, type ServerAction } from "#app/network/action-with-fallback.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { isPositionGranted } from "#app/ui/find-position.ts";
import { useFormFailure, useIsSending } from "#app/ui/form/use-form-failure.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { continuingPath } from "#domain/account/own-path.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { HoursMeaning } from "#domain/opening/hours-meaning.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import type { Checked } from "./add-place-action.ts";
import {
  type AddPlaceFailure,
  type AddPlaceFailureCode,
  addPlaceFailureText,
  type UnaddedPlace,
} from "./add-place-failure.ts";
import { CheckSection, checkSectionId } from "./check-section.tsx";

export interface AddPlaceFormProps extends MapParts {
  result: AddPlaceFailure | undefined;
  paths: { readonly open: string; readonly closed: string };
  /** Point with which the form was opened; null without one. */
  given: Coordinates | null;
  /** Whether the list below is that around a point. */
  hasPoint: boolean;
}

/** The form in three steps on one page: where, what, when (docs/product#form-for-a-new-place). */
export function AddPlaceForm({ result, paths, given, hasPoint, ...mapParts }: AddPlaceFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { country } = useHome();
  const place = usePlaceDraft(form, {
    opened:
      result?.draft ??
      withGiven({ ...emptyDraft, country, mode: hasPoint ? "manual" : "address" }, given),
    isSent: result !== undefined,
    load: () => {
      const stored = parseDraft(loadDraft());
      return stored && withGiven(stored, given);
    },
    storeDraft: storeDraft,
  });
  const { draft, edits } = place;
  const failed = useFormFailure(result, failureOf);
  const { failure } = failed;
  const errors = remainingErrors((failed.isMarked && failure?.errors) || [], draft);
  const pinAdjustment = usePinAdjustment();
  const isSending = useIsSending(result);
  /** The result counts for the sent form, until it is edited. */
  const [sentEdits, setSentEdits] = useState(0);
  const check = result?.kind === "check" && sentEdits === edits ? result : null;

  const openMap = useEffectEvent(() => place.changeUntouched({ mode: "manual" }));
  useEffect(() => {
    void isPositionGranted().then((isKnown) => isKnown && openMap());
  }, []);

  useEffect(() => {
    if (failed.count > 0) focusError(form.current, errors, draft);
  }, [failed.count]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isSending || !canSend(draft) || pinAdjustment.isAdjusting) return event.preventDefault();
    const found = validate(event.currentTarget, draft);
    if (found.length > 0) {
      event.preventDefault();
      failed.fail({ kind: "refused", code: found[0].code, errors: found });
    } else {
      failed.clear();
      setSentEdits(edits);
    }
  };

  return (
    <Form
      ref={form}
      method="post"
      action={paths.open}
      preventScrollReset
      noValidate
      autoComplete="off"
      aria-busy={isSending}
      // Focused elements stay clear of the bar and of the banner below it.
      className="[&_:is(input,select,textarea,button)]:scroll-mt-64"
      onSubmit={submit}
    >
      {failure && failed.isOpen && (errors.length > 0 || failure.errors.length === 0) && (
        <FailureBanner
          key={failed.count}
          code={failure.code}
          texts={errorTexts(t, errors, draft)}
          onDismiss={failed.dismiss}
          paths={paths}
        />
      )}
      <PlaceFormContext value={{ ...place, errors }}>
        <WhereStep {...mapParts} pinAdjustment={pinAdjustment} given={given} />
        <WhatStep />
        <WhenStep meaning={check?.hours ?? null} />
        {check ? (
          <CheckSection check={check} isSending={isSending} onEdit={() => setSentEdits(-1)} />
        ) : (
          <SendSection
            isAdjusting={pinAdjustment.isAdjusting}
            isSending={isSending}
            paths={paths}
          />
        )}
      </PlaceFormContext>
    </Form>
  );
}

/** The draft at the point with which the form was opened. */
function withGiven(draft: PlaceDraft, given: Coordinates | null): PlaceDraft {
  return given ? withChosenPoint({ ...draft, mode: "manual" }, given) : draft;
}

function failureOf(result: AddPlaceFailure | undefined): UnaddedPlace | null {
  return result?.kind === "refused" ? result : null;
}

/** Errors that the browser finds before sending; the server checks the same again. */
function validate(form: HTMLFormElement, draft: PlaceDraft): readonly ValidationError[] {
  const checked = checkDraft(draft);
  return withTypedPrice(form, checked.ok ? [] : checked.errors);
}

/** Step 'when' (docs/product#opening-times-in-the-form). @param meaning of the sent text, for a page without script */
function WhenStep({ meaning }: { meaning: HoursMeaning | null }) {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  return (
    <FormStep number={3} title={t("addPlace.when.title")} isFilled={draft.hours.kind !== "unknown"}>
      <HoursEditor
        hours={draft.hours}
        onChange={(hours) => change({ hours })}
        errors={errors}
        location={{ country: draft.country, position: positionOf(draft) }}
      >
        {meaning && <MeaningSummary meaning={meaning} />}
      </HoursEditor>
    </FormStep>
  );
}

interface SendSectionProps {
  /** The pin is being adjusted: it must be saved or cancelled first. */
  isAdjusting: boolean;
  isSending: boolean;
  paths: AddPlaceFormProps["paths"];
}

/** End of the form: the button that sends it, until it has a position one that leads there, and one that discards it. */
function SendSection({ isAdjusting, isSending, paths }: SendSectionProps) {
  const { t } = useTranslation();
  const { draft } = usePlaceForm();
  // With script the pin is on its map; without it, the server shows the pin before anything is added.
  const isHydrated = useIsHydrated();
  const checked: Checked = isHydrated ? "pin" : "nothing";
  const isShown = canSend(draft);
  return (
    <div className="border-t border-line pt-6">
      {isAdjusting && <p className="mb-3">{t("addPlace.pin.unsaved")}</p>}
      <div className="flex flex-wrap gap-2">
        {!isAdjusting && (
          <Button
            type="submit"
            name="checked"
            value={checked}
            // What there is to check is the end of the new page: without script, it opens there.
            formAction={isHydrated ? undefined : `${paths.open}#${checkSectionId}`}
            variant="primary"
            size="large"
            icon="check"
            aria-disabled={isSending}
            className={isShown ? undefined : "hidden! noscript:inline-flex!"}
          >
            {t(isSending ? "addPlace.sending" : "addPlace.send")}
          </Button>
        )}
        {!isShown && (
          <Button
            variant="primary"
            size="large"
            icon="place"
            onClick={({ currentTarget }) => focusPosition(currentTarget.form)}
            className="noscript:hidden"
          >
            {t("addPlace.next")}
          </Button>
        )}
        <ButtonLink
          to={paths.closed}
          size="large"
          preventScrollReset
          defaultShouldRevalidate={false}
          onClick={() => forgetDraft()}
        >
          {t("addPlace.discard")}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Moves the focus to where the position is given: the address search, or the map with the pin. */
function focusPosition(form: HTMLFormElement | null): void {
  const panel = form?.querySelector("[role=tabpanel]:not([hidden])");
  panel?.scrollIntoView({ block: "center" });
  panel?.querySelector<HTMLElement>("input, [tabindex]")?.focus({ preventScroll: true });
}

/** Time that an error's banner stays (docs/product#failure-while-adding). */
const bannerMs = 10_000;

/** Errors that take longer to solve; their banners stay until they are closed. */
const lasting: readonly AddPlaceFailureCode[] = [
  "error.signin",
  "error.toomanyrequests",
  "addPlace.unsaved",
];

interface FailureBannerProps extends Pick<AddPlaceFormProps, "paths"> {
  code: AddPlaceFailureCode;
  /** What the invalid fields say; none where the form has no error. */
  texts: readonly string[];
  onDismiss: () => void;
}

/** Reason why the place was not added; it stays in view over the whole form. */
function FailureBanner({ code, texts, onDismiss, paths }: FailureBannerProps) {
  const { t } = useTranslation();
  return (
    <Alert
      kind="danger"
      timeoutMs={lasting.includes(code) ? undefined : bannerMs}
      onDismiss={onDismiss}
      className="sticky top-16 z-20 mb-5 shadow-float"
    >
      {(texts.length > 0 ? texts : [addPlaceFailureText(t, code)]).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {code === "error.signin" && (
        <PageLink
          to={continuingPath("/login", paths.open)}
          className="text-link inline-block py-2.5"
        >
          {t("navigation.login")}
        </PageLink>
      )}
    </Alert>
  );
}

/**
 * Sends the form. After a redirect the draft goes; without a response the text stays
 * (docs/product#failure-while-adding).
 */
export function savePlace(call: ServerAction<AddPlaceFailure>) {
  const unsaved: AddPlaceFailure = {
    kind: "refused",
    code: "addPlace.unsaved",
    errors: [],
    draft: null,
  };
  return actionWithFallback(
    call,
    () => unsaved,
    () => forgetDraft(),
  );
}
