import { useMemo } from "react";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import { FormField } from "#app/features/place-form/form/form-field.tsx";
import type { DraftAddress } from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { countryCodes } from "#domain/geography/country-code.ts";

/** The detailed address (docs/product#address-draft); an edit has it in one line, as it is stored. */
export function AddressFields({ isOneLine = false }: { isOneLine?: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
      <AddressField name="address_line1" wireName="address" className="sm:col-span-6" />
      {!isOneLine && <AddressField name="address_line2" className="sm:col-span-6" />}
      <AddressField name="postcode" wireName="postcode" className="sm:col-span-2" />
      <AddressField name="place" wireName="city" className="sm:col-span-4" />
      <AddressField name="county" wireName="county" className="sm:col-span-3" />
      <CountryField className="sm:col-span-3" />
    </div>
  );
}

interface AddressFieldProps {
  name: Exclude<keyof DraftAddress, "country">;
  /** The field of a place in the API, where there is one. */
  wireName?: "city" | "address" | "county" | "postcode";
  className: string;
}

function AddressField({ name, wireName, className }: AddressFieldProps) {
  const { t } = useTranslation();
  const { draft, type, errors } = usePlaceForm();
  const error = errors.find(({ field }) => field === wireName);
  return (
    <FormField
      label={t(`addPlace.field.${name}`)}
      error={error && fieldErrorText(t, error, draft)}
      className={className}
    >
      {(attributes) => (
        <input
          {...attributes}
          name={name}
          value={draft[name]}
          required={wireName === "city" || wireName === "address"}
          autoComplete="off"
          className={fieldClass}
          onChange={({ target }) => type(name, target.value)}
        />
      )}
    </FormField>
  );
}

/** Countries by their names in the page's language, the home country first. */
function CountryField({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  const format = useFormatter();
  const { draft, type, errors } = usePlaceForm();
  const home = useHome();
  const error = errors.find(({ field }) => field === "country");
  // Made once, since each key that is typed renders the form.
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language);
    const named = countryCodes.map((code) => ({ code, name: format.country(code) }));
    const isElsewhere = (code: string) => Number(code !== home.country);
    const sorted = named.toSorted(
      (a, b) => isElsewhere(a.code) - isElsewhere(b.code) || compare(a.name, b.name),
    );
    return sorted.map(({ code, name }) => (
      // The browser's names and order may be newer than the server's.
      <option key={code} value={code} suppressHydrationWarning>
        {name}
      </option>
    ));
  }, [i18n.language, format, home.country]);
  return (
    <FormField
      label={t("addPlace.field.country")}
      error={error && fieldErrorText(t, error, draft)}
      className={className}
    >
      {(attributes) => (
        <select
          {...attributes}
          name="country"
          value={draft.country}
          onChange={(event) => type("country", event.target.value)}
          className={fieldClass}
        >
          {options}
        </select>
      )}
    </FormField>
  );
}
