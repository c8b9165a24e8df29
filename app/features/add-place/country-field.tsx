import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { fieldClass } from "#app/ui/field-class.ts";
import { countryCodes } from "#domain/country-code.ts";
import { faultText } from "./fault-text.ts";
import { FormField } from "./form-field.tsx";
import { homeCountry } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";

/** The countries by their names in the page's language, Hungary first. */
export function CountryField({ className }: { className?: string }) {
  const { t, i18n } = useTranslation();
  const format = useFormatter();
  const { draft, type, faults } = usePlaceForm();
  const fault = faults.find(({ field }) => field === "country");
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language);
    const named = countryCodes.map((code) => ({ code, name: format.country(code) }));
    const isElsewhere = (code: string) => Number(code !== homeCountry);
    return named.toSorted(
      (a, b) => isElsewhere(a.code) - isElsewhere(b.code) || compare(a.name, b.name),
    );
  }, [i18n.language, format]);
  return (
    <FormField
      label={t("addPlace.field.country")}
      fault={fault && faultText(t, fault)}
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
          {countries.map(({ code, name }) => (
            // The browser's names and order may be newer than the server's.
            <option key={code} value={code} suppressHydrationWarning>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
