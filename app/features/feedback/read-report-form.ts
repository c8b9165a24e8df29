import * as v from "valibot";
import type { Correction } from "#domain/feedback/correction.ts";
import { type Report, reportSchema } from "#domain/feedback/report.ts";
import { parseCoordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import type { Place } from "#domain/place/place.ts";
import { plainTitle } from "#domain/place/place-title.ts";
import { writtenLine } from "#domain/text/entered-text.ts";
import { maxAddressLength, maxCityLength } from "#domain/text/text-limits.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";
import { type FeedbackFailure, feedbackFailureOf } from "./feedback-failure.ts";

/** The form's message: a report, or a correction where the address is wrong. */
type ReportMessage =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "correction"; readonly correction: Correction };

const reportErrors = ["reason", "opens_on", "text", "address"] as const;

/** The invalid part of the form: no reason chosen, no day of opening, a text missing or too long, an unchanged address. */
export type ReportError = (typeof reportErrors)[number];

export function isReportError(failure: string): failure is ReportError {
  return reportErrors.some((error) => error === failure);
}

/** The failure that a code means, or the invalid part that it names. */
export function reportFailureOf(code: string): ReportError | FeedbackFailure {
  return isReportError(code) ? code : feedbackFailureOf(code);
}

export type ReadReport =
  | { readonly ok: true; readonly message: ReportMessage }
  | { readonly ok: false; readonly error: ReportError };

export const addressReason = "address";

/** Reads the report form about a place, in the browser and on the server. */
export function readReportForm(form: FormData, place: ReportedPlace): ReadReport {
  const reason = form.get("reason");
  const isCorrection = reason === addressReason;
  const checked = checkFields(reportSchema, {
    reason: isCorrection ? "position" : reason,
    text: form.get("text") ?? "",
    ...(reason === "closed-until" && { opens_on: form.get("opens_on") ?? "" }),
  });
  if (!checked.ok) {
    const error = reportErrors.find((known) => known === checked.errors[0].field);
    return { ok: false, error: error ?? "text" };
  }
  if (!isCorrection) return { ok: true, message: { kind: "report", report: checked.value } };
  const correction = readCorrection(form, place, checked.value.text);
  if (correction === null) return { ok: false, error: "address" };
  return { ok: true, message: { kind: "correction", correction } };
}

/** Names of the form's inputs with the address that it began with: others may have changed the place since. */
export const shownInputs = { city: "shown_city", address: "shown_address" } as const;

const correctedSchema = v.object({
  city: writtenLine(maxCityLength),
  address: writtenLine(maxAddressLength),
});

/** Null where nothing is corrected, or where a text cannot be stored. */
function readCorrection(
  form: FormData,
  { city, address, comments, coordinates }: ReportedPlace,
  reason: string,
): Correction | null {
  const checked = checkFields(correctedSchema, Object.fromEntries(form));
  if (!checked.ok) return null;
  const next = checked.value;
  const changes = {
    ...(next.city !== (form.get(shownInputs.city) ?? city) && { city: next.city }),
    ...(next.address !== (form.get(shownInputs.address) ?? address) && { address: next.address }),
  };
  const position = parseCoordinates(formText(form, "position"));
  if (position === null && Object.keys(changes).length === 0) return null;
  const [longitude, latitude] = roundCoordinates(position ?? coordinates);
  return {
    action: "edit",
    reason,
    location: { longitude, latitude },
    changes,
    placeName: plainTitle({ city, address, comments }),
  };
}

export type ReportedPlace = Pick<
  Place,
  "id" | "country" | "city" | "address" | "comments" | "coordinates"
>;

export type ConfirmablePlace = ReportedPlace &
  Pick<
    Place,
    | "added"
    | "last_confirmed"
    | "confirmed_today"
    | "visitor_confirmed"
    | "visitor_confirmations"
    | "closed_for_now"
    | "time_zone"
  >;
