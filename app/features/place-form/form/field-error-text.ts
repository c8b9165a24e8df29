import { invalidHoursInput } from "#app/features/place-form/hours/hours-draft.ts";
import { hoursErrorText } from "#app/features/place-form/hours/hours-meaning.tsx";
import { doorWidthLimits, factTextLengths, type WrittenFact } from "#domain/place/place-facts.ts";
import type { Translate } from "#domain/text/i18n.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxCountyLength,
  maxEditNoteLength,
  maxPostcodeLength,
} from "#domain/text/text-limits.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import { checkDraft, type PlaceDraft } from "./place-draft.ts";

const lengths: Readonly<Record<string, number>> = {
  city: maxCityLength,
  address: maxAddressLength,
  county: maxCountyLength,
  postcode: maxPostcodeLength,
  comments: maxCommentLength,
  note: maxEditNoteLength,
};

function longestFact(field: string): number {
  return factTextLengths[field.slice("facts.".length) as WrittenFact];
}

const parts = [
  "country",
  "city",
  "address",
  "county",
  "postcode",
  "pin",
  "fee",
  "price",
  "comments",
] as const;

/** Text of a field's error. @param draft the typed text: an empty one has another message than a long one */
export function fieldErrorText(t: Translate, error: ValidationError, draft: PlaceDraft): string {
  const { field } = error;
  if (field === "city" && draft.place.trim() === "") return t("addPlace.fault.noCity");
  if (field === "address" && draft.address_line1.trim() === "")
    return t("addPlace.fault.noAddress");
  if (isOfHours(field)) return hoursErrorText(t, error);
  if (field === "facts.door_width") return t("addPlace.fault.doorWidth", doorWidthLimits);
  const part = parts.find((part) => part === field);
  if (part) return t(`addPlace.fault.${part}`, { max: lengths[part] });
  if (field === "note") return t("addPlace.fault.comments", { max: lengths.note });
  if (field.startsWith("facts.")) return t("addPlace.fault.fact", { max: longestFact(field) });
  return t("addPlace.fault.position");
}

/** Number of errors that a banner names; of more it says that there are some. */
const maxNamedErrors = 3;

/** Sentences of the banner above a form: what its invalid fields say, each once. */
export function errorTexts(
  t: Translate,
  errors: readonly ValidationError[],
  draft: PlaceDraft,
): readonly string[] {
  const texts = [...new Set(errors.map((error) => fieldErrorText(t, error, draft)))];
  if (texts.length <= maxNamedErrors) return texts;
  return [...texts.slice(0, maxNamedErrors), t("addPlace.faulty")];
}

function isOfHours(field: string): boolean {
  return field.startsWith("hours.") || field === "opening_hours";
}

const inputs: Readonly<Record<string, string>> = {
  city: "place",
  address: "address_line1",
  pin: "position_approximate",
};

/** Name of the form's input that an error is about. */
export function invalidInput({ field }: ValidationError, { hours }: PlaceDraft): string {
  return isOfHours(field) ? invalidHoursInput(field, hours) : (inputs[field] ?? field);
}

/** Errors of a form, and that of a price that is not a number, which its input keeps out of its value. */
export function withTypedPrice(
  form: HTMLFormElement,
  errors: readonly ValidationError[],
): ValidationError[] {
  const price = form.elements.namedItem("price");
  const isNumber = !(price instanceof HTMLInputElement && price.validity.badInput);
  return isNumber ? [...errors] : [...errors, { field: "price", code: "error.parameter" }];
}

/** Parts of the address, which may be found for the position at any time. */
const addressFields: ReadonlySet<string> = new Set(
  "country city address county postcode".split(" "),
);

/** The errors without those of parts of the address that have been corrected since, by the contributor or by a response. */
export function remainingErrors(
  errors: readonly ValidationError[],
  draft: PlaceDraft,
): readonly ValidationError[] {
  if (!errors.some(({ field }) => addressFields.has(field))) return errors;
  const checked = checkDraft(draft);
  const found = checked.ok ? [] : checked.errors.map(({ field }) => field);
  return errors.filter(({ field }) => !addressFields.has(field) || found.includes(field));
}

/** Moves the focus to the first invalid input, in a part of the page that it opens for that. */
export function focusError(
  form: HTMLFormElement | null,
  errors: readonly ValidationError[],
  draft: PlaceDraft,
): void {
  if (errors.length === 0) return;
  const named = form?.elements.namedItem(invalidInput(errors[0], draft));
  const input = named instanceof RadioNodeList ? named[0] : named;
  if (!(input instanceof HTMLElement)) return;
  let folded = input.closest("details");
  while (folded) {
    folded.open = true;
    folded = folded.parentElement?.closest("details") ?? null;
  }
  input.focus();
}
