import { readHoursForm } from "#app/features/place-form/hours/hours-draft.ts";
import { geoConfidences, geoPrecisions } from "#domain/address-search/geo-address.ts";
import { placeFees } from "#domain/place/place-fee.ts";
import { formText } from "#domain/validation/form-text.ts";
import { readFactTexts } from "./fact-texts.ts";
import type { PlaceDraft } from "./place-draft.ts";

/** The draft in a sent form; missing fields are empty. */
export function readDraftForm(form: FormData): PlaceDraft {
  const text = (name: string) => formText(form, name);
  return {
    mode: text("mode") === "manual" ? "manual" : "address",
    confidence: geoConfidences.find((known) => known === text("confidence")) ?? null,
    address_line1: text("address_line1"),
    address_line2: text("address_line2"),
    place: text("place"),
    county: text("county"),
    postcode: text("postcode"),
    country: text("country"),
    latitude: text("latitude"),
    longitude: text("longitude"),
    precision: geoPrecisions.find((known) => known === text("precision")) ?? null,
    isApproximate: form.has("position_approximate"),
    fee: placeFees.find((known) => known === text("fee")) ?? "unknown",
    price: text("price"),
    facts: readFactTexts(form),
    comments: text("comments"),
    hours: readHoursForm(form),
  };
}

/**
 * What the contributor has seen before sending the form: only the fields, as without script; the pin on its
 * map; or everything, similar places included. The form's field `checked` holds it.
 */
export type Checked = "nothing" | "pin" | "all";

const steps: readonly Checked[] = ["nothing", "pin", "all"];

export function readChecked(form: FormData): Checked {
  return steps.find((step) => step === form.get("checked")) ?? "nothing";
}
