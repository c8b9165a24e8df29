import { useId } from "react";
import { MainFactFields, MoreFactFields } from "#app/features/place-form/form/fact-fields.tsx";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import { FormField, FormStep } from "#app/features/place-form/form/form-field.tsx";
import { factInput } from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { CountedTextArea } from "#app/ui/form/counted-text-area.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { currencyOf } from "#domain/place/currency.ts";
import type { PlaceFact } from "#domain/place/place-facts.ts";
import { maxPrice, placeFees, priceStep } from "#domain/place/place-fee.ts";
import { maxCommentLength } from "#domain/text/text-limits.ts";

/** Step 'what': three questions, and optional details. */
export function WhatStep() {
  const { t } = useTranslation();
  return (
    <FormStep number={2} title={t("addPlace.what.title")}>
      <WhatFields foldsComments />
    </FormStep>
  );
}

/** What a place is like: for a new place, whose comment is among the folded details, and for an edit of one. */
export function WhatFields({ foldsComments = false }: { foldsComments?: boolean }) {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  const currency = useCurrencyName(draft.country);
  const errorOf = (name: string) => {
    const error = errors.find(({ field }) => field === name);
    return error && fieldErrorText(t, error, draft);
  };
  const factFields = {
    texts: draft.facts,
    onChange: (fact: PlaceFact, text: string) =>
      change({ facts: { ...draft.facts, [fact]: text } }),
    errorOf: (fact: PlaceFact) => errorOf(factInput(fact)),
  };
  const comments = (
    <FormField label={t("addPlace.what.comments")} error={errorOf("comments")}>
      {({ "aria-describedby": describedBy, ...attributes }) => (
        <CountedTextArea
          {...attributes}
          describedBy={describedBy}
          name="comments"
          rows={3}
          maxCount={maxCommentLength}
          value={draft.comments}
          onChange={(event) => change({ comments: event.target.value })}
        />
      )}
    </FormField>
  );
  return (
    <>
      <FeeChoice error={errorOf("fee")} />
      <FormField
        label={t("addPlace.what.price")}
        hint={t("addPlace.what.priceHint")}
        error={errorOf("price")}
        className={draft.fee === "costs" ? "mb-4" : "mb-4 hidden noscript:block"}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            inputMode="decimal"
            name="price"
            min={0}
            max={maxPrice}
            step={priceStep}
            placeholder={currency}
            suppressHydrationWarning
            value={draft.price}
            onChange={(event) => change({ price: event.target.value })}
            className={`${fieldClass} max-w-72`}
          />
        )}
      </FormField>
      <MainFactFields {...factFields} />
      <MoreFactFields {...factFields} isFilled={foldsComments && draft.comments !== ""}>
        {foldsComments && comments}
      </MoreFactFields>
      {!foldsComments && comments}
    </>
  );
}

/** The fee: three answers; a contributor who skips the question has not said 'free'. */
function FeeChoice({ error }: { error: string | undefined }) {
  const { t } = useTranslation();
  const { draft, change } = usePlaceForm();
  const errorId = useId();
  return (
    <fieldset className="mb-3 min-w-0" aria-describedby={error && errorId}>
      <legend className="mb-1 font-bold">{t("addPlace.what.fee")}</legend>
      <div className="flex flex-wrap gap-x-6">
        {placeFees.map((fee) => (
          <Choice
            key={fee}
            type="radio"
            name="fee"
            value={fee}
            checked={draft.fee === fee}
            onChange={() => change({ fee, price: fee === "costs" ? draft.price : "" })}
          >
            {t(`addPlace.fee.${fee}`)}
          </Choice>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

/** Name of a country's currency, such as 'magyar forint' (docs/product#currency). */
function useCurrencyName(country: string): string {
  const { t, i18n } = useTranslation();
  const currency = currencyOf(country);
  if (currency === null) return t("addPlace.what.localCurrency");
  return new Intl.DisplayNames(i18n.language, { type: "currency" }).of(currency) ?? currency;
}
