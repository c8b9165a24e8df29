import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Form } from "react-router";
import {
  errorTexts,
  fieldErrorText,
  focusError,
  remainingErrors,
  withTypedPrice,
} from "#app/features/place-form/form/field-error-text.ts";
import { FormField } from "#app/features/place-form/form/form-field.tsx";
import { positionOf } from "#app/features/place-form/form/place-draft.ts";
import {
  forgetDraft,
  loadDraft,
  PlaceFormContext,
  storeDraft,
  usePlaceDraft,
  usePlaceForm,
} from "#app/features/place-form/form/use-place-form.ts";
import { HoursEditor } from "#app/features/place-form/hours/hours-editor.tsx";
import { AddressFields } from "#app/features/place-form/steps/address-fields.tsx";
import type { MapParts } from "#app/features/place-form/steps/address-pin.tsx";
import { WhatFields } from "#app/features/place-form/steps/what-step.tsx";
import { CoordinateFields } from "#app/features/place-form/steps/where-step.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { CountedTextArea } from "#app/ui/form/counted-text-area.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { useFormFailure, useIsSending } from "#app/ui/form/use-form-failure.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { EditField } from "#domain/edits/place-change.ts";
import { maxPendingProposals } from "#domain/edits/proposal.ts";
import { formatDegrees } from "#domain/geography/coordinates.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { maxEditNoteLength } from "#domain/text/text-limits.ts";
import {
  type EditFailure,
  type EditFailureCode,
  editInputs,
  type FilledEdit,
  parseFilledEdit,
  type RefusedEdit,
} from "./edit-action.ts";
import { EditConflictSection } from "./edit-conflict.tsx";
import { checkEdit, draftOf, editedFields, layOver, takeField, valueAfter } from "./edit-draft.ts";

export interface EditFormProps extends Pick<MapParts, "renderPinMap"> {
  filled: FilledEdit;
  /** Whether the edit is made at once; otherwise it is a pending proposal. */
  isAtOnce: boolean;
  result: EditFailure | undefined;
  storeName: string;
  backPath: string;
}

/**
 * Form of a place's edit (docs/product#form-of-an-edit); it carries what it was filled from, to tell both sides'
 * changes.
 */
export function EditForm(props: EditFormProps) {
  const { isAtOnce, result, storeName, backPath, renderPinMap } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const opened = result?.filled ?? props.filled;
  const [ground, setGround] = useState<Pick<FilledEdit, "base" | "version">>(opened);
  const [note, setNote] = useState(opened.note);
  const place = usePlaceDraft(form, {
    opened: opened.draft,
    isSent: result !== undefined,
    load: () => {
      const stored = parseFilledEdit(loadDraft(storeName));
      if (stored === null) return null;
      setGround(stored);
      setNote(stored.note);
      return stored.draft;
    },
    storeDraft: (draft) => storeDraft({ ...ground, draft, note }, storeName),
  });
  const { draft, change } = place;
  const failed = useFormFailure(result, failureOf);
  const { failure } = failed;
  const errors = remainingErrors((failed.isMarked && failure?.errors) || [], draft);
  const noteError = errors.find(({ field }) => field === "note");
  const isSending = useIsSending(result);
  const isHydrated = useIsHydrated();

  const focusErrors = useEffectEvent(() => focusError(form.current, errors, draft));
  useEffect(() => {
    if (failed.count > 0) focusErrors();
  }, [failed.count]);

  // What others have changed goes below what was typed here, also since the form was sent.
  const goOn = useEffectEvent(({ base, version }: FilledEdit) => {
    if (version === ground.version) return;
    change(layOver(base, { base: ground.base, draft }));
    setGround({ base, version });
  });
  useEffect(() => {
    if (result?.kind === "conflict" && result.filled) goOn(result.filled);
  }, [result]);

  const sent = result?.filled?.draft ?? draft;
  const isTheirs = (field: EditField) => !editedFields(draftOf(ground.base), draft).includes(field);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isSending) return event.preventDefault();
    const found = validate(event.currentTarget, { draft, base: ground.base, note });
    if (found === null) return failed.clear();
    event.preventDefault();
    failed.fail(found);
  };

  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      autoComplete="off"
      aria-busy={isSending}
      className="[&_:is(input,select,textarea,button)]:scroll-my-32"
      onSubmit={submit}
    >
      <input
        type="hidden"
        name={editInputs.base}
        value={JSON.stringify(ground.base)}
        suppressHydrationWarning
      />
      <input type="hidden" name={editInputs.version} value={ground.version} />
      {failure && failed.isOpen && (errors.length > 0 || failure.errors.length === 0) && (
        <Alert
          key={failed.count}
          kind="danger"
          onDismiss={failed.dismiss}
          className="sticky top-16 z-20 mb-5 shadow-float"
        >
          {errors.length > 0
            ? errorTexts(t, errors, draft).map((text) => <p key={text}>{text}</p>)
            : failureText(t, failure.code)}
        </Alert>
      )}
      {result?.kind === "conflict" && (
        <EditConflictSection
          conflict={result}
          country={ground.base.country}
          mine={(field) => valueAfter(ground.base, isTheirs(field) ? sent : draft, field)}
          isTheirs={isTheirs}
          onChoose={(field, isTheirs) =>
            change(takeField(draft, field, isTheirs ? draftOf(ground.base) : sent))
          }
        />
      )}
      <PlaceFormContext value={{ ...place, errors }}>
        <EditSections renderPinMap={renderPinMap} isOpenAtFirst={isMoved(opened)} />
      </PlaceFormContext>
      {!isAtOnce && (
        <FormField
          label={t("edit.note")}
          hint={t("edit.noteHint")}
          error={noteError && fieldErrorText(t, noteError, draft)}
          className="mt-5"
        >
          {({ "aria-describedby": describedBy, ...attributes }) => (
            <CountedTextArea
              {...attributes}
              describedBy={describedBy}
              name={editInputs.note}
              rows={2}
              maxCount={maxEditNoteLength}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </FormField>
      )}
      <div className="sticky bottom-0 z-10 -mx-edge mt-6 flex flex-wrap gap-2 border-t border-line bg-surface px-edge py-3">
        <Button
          type="submit"
          variant="primary"
          icon="check"
          aria-disabled={isSending}
          className="grow sm:grow-0"
        >
          {isSending ? t("addPlace.sending") : t(isAtOnce ? "edit.save" : "edit.send")}
        </Button>
        <ButtonLink to={backPath} onClick={() => isHydrated && forgetDraft(storeName)}>
          {t("action.cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}

function isMoved({ base, draft }: FilledEdit): boolean {
  return editedFields(draftOf(base), draft).includes("position");
}

function failureOf(result: EditFailure | undefined): RefusedEdit | null {
  return result?.kind === "refused" ? result : null;
}

/** What the browser finds before sending; the server checks the same again. */
function validate(
  form: HTMLFormElement,
  { draft, base, note }: Pick<FilledEdit, "draft" | "base" | "note">,
): RefusedEdit | null {
  const fields = editedFields(draftOf(base), draft);
  const checked = checkEdit(draft, { fields, note });
  const errors = withTypedPrice(form, checked.ok ? [] : checked.errors);
  return errors.length === 0 ? null : { kind: "refused", code: errors[0].code, errors };
}

function failureText(t: Translate, code: EditFailureCode): string {
  switch (code) {
    case "edit.unchanged":
    case "edit.unsaved":
    case "error.signin":
    case "error.forbidden":
    case "error.toomanyrequests":
      return t(code);
    case "error.duplicate":
      return t("edit.duplicate");
    case "error.limit":
      return t("edit.limit", { max: maxPendingProposals });
    case "error.notfound":
      return t("edit.gone");
    default:
      return t("addPlace.faulty");
  }
}

interface EditSectionsProps extends Pick<MapParts, "renderPinMap"> {
  /** Whether the form came with another position than the place's, which is to be looked at. */
  isOpenAtFirst: boolean;
}

/** The fields of a place, in parts that fold: open where something is known, or wrong. */
function EditSections({ renderPinMap, isOpenAtFirst }: EditSectionsProps) {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  return (
    <>
      <Section title={t("addPlace.when.title")} isOpen={draft.hours.kind !== "unknown"}>
        <HoursEditor
          hours={draft.hours}
          onChange={(hours) => change({ hours })}
          errors={errors}
          location={{ country: draft.country, position: positionOf(draft) }}
        />
      </Section>
      <Section title={t("addPlace.what.title")} isOpen>
        <WhatFields />
      </Section>
      <Section title={t("edit.address")} isOpen={draft.address_line1 === ""}>
        <AddressFields isOneLine />
      </Section>
      <PositionSection renderPinMap={renderPinMap} isOpenAtFirst={isOpenAtFirst} />
    </>
  );
}

interface SectionProps {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

function Section({ title, isOpen, children }: SectionProps) {
  const [wasOpen] = useState(isOpen);
  return (
    <Disclosure
      open={wasOpen}
      title={<h2 className="text-lg">{title}</h2>}
      className="border-t border-line py-2"
    >
      <div className="pt-2 pb-4">{children}</div>
    </Disclosure>
  );
}

/** The pin on its map, which is loaded once the part is open; two numbers without script. */
function PositionSection({ renderPinMap, isOpenAtFirst }: EditSectionsProps) {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst || draft.isApproximate);
  const isHydrated = useIsHydrated();
  const error = errors.find(({ field }) => field === "latitude" || field === "longitude");
  return (
    <Disclosure
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      title={<h2 className="text-lg">{t("edit.position")}</h2>}
      className="border-y border-line py-2"
    >
      <div className="pt-2 pb-4">
        <p className="mb-3 text-muted noscript:hidden">{t("edit.move")}</p>
        {isHydrated &&
          isOpen &&
          renderPinMap({
            label: t("addPlace.where.pin"),
            value: positionOf(draft),
            // A pin that somebody has set is exact, until it is marked as not being.
            onChange: ([longitude, latitude]) =>
              change({
                longitude: formatDegrees(longitude),
                latitude: formatDegrees(latitude),
                isApproximate: false,
              }),
            isAdjusting: true,
          })}
        <CoordinateFields />
        {error && isHydrated && (
          <FieldError id="position-fault">{fieldErrorText(t, error, draft)}</FieldError>
        )}
        <Choice
          type="checkbox"
          name="position_approximate"
          value="1"
          checked={draft.isApproximate}
          onChange={({ target }) => change({ isApproximate: target.checked })}
          className="mt-2"
        >
          {t("addPlace.rough.approximate")}
        </Choice>
      </div>
    </Disclosure>
  );
}
