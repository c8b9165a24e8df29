import { useTranslation } from "react-i18next";
import { fieldClass } from "#app/ui/field-class.ts";
import { faultText } from "./fault-text.ts";
import { FormField } from "./form-field.tsx";
import { usePlaceForm } from "./place-form-context.ts";

/** The chosen point as it is sent; seen, and typed, only where there is no script to show a map. */
export function CoordinateFields() {
  const { t } = useTranslation();
  const { draft, change, faults } = usePlaceForm();
  const faultOf = (name: string) => faults.find(({ field }) => field === name);
  return (
    <div className="mb-4 hidden grid-cols-2 gap-x-4 noscript:grid">
      {(["latitude", "longitude"] as const).map((name) => {
        const fault = faultOf(name);
        return (
          <FormField key={name} label={t(`pin.axis.${name}`)} fault={fault && faultText(t, fault)}>
            {(attributes) => (
              <input
                {...attributes}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
                className={fieldClass}
              />
            )}
          </FormField>
        );
      })}
      <p className="col-span-2 mt-1 text-sm text-muted">{t("addPlace.where.coordinates")}</p>
    </div>
  );
}
