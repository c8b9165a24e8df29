import { useTranslation } from "react-i18next";
import { fieldClass } from "#app/ui/field-class.ts";
import { CountryField } from "./country-field.tsx";
import { faultText } from "./fault-text.ts";
import { FormField } from "./form-field.tsx";
import type { DraftAddress } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";

/** The detailed address: the fields of the draft (docs/product#address-draft). */
export function AddressFields() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
      <AddressField name="address_line1" wireName="address" className="sm:col-span-6" />
      <AddressField name="address_line2" className="sm:col-span-6" />
      <AddressField name="postcode" wireName="postcode" className="sm:col-span-2" />
      <AddressField name="place" wireName="city" className="sm:col-span-4" />
      <AddressField name="county" wireName="county" className="sm:col-span-3" />
      <CountryField className="sm:col-span-3" />
    </div>
  );
}

interface AddressFieldProps {
  name: Exclude<keyof DraftAddress, "country">;
  /** The place's field that it is sent as, where there is one. */
  wireName?: "city" | "address" | "county" | "postcode";
  className: string;
}

function AddressField({ name, wireName, className }: AddressFieldProps) {
  const { t } = useTranslation();
  const { draft, type, faults } = usePlaceForm();
  const fault = faults.find(({ field }) => field === wireName);
  return (
    <FormField
      label={t(`addPlace.field.${name}`)}
      fault={fault && faultText(t, fault, draft[name])}
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
