import {
  describeFacts,
  emptyDraft,
  type PlaceDraft,
  toPlainDecimal,
} from "#app/features/place-form/form/place-draft.ts";
import { describeHours, hoursDraftOf } from "#app/features/place-form/hours/hours-draft.ts";
import { type EditField, editFields, type PlaceContent } from "#domain/edits/place-change.ts";
import { changeByEdit, type PlaceEdit, placeEditSchemaWith } from "#domain/edits/place-edit.ts";
import { formatDegrees } from "#domain/geography/coordinates.ts";
import { unknownTimes, weekOf } from "#domain/opening/seven-entries.ts";
import { textOfWeek } from "#domain/opening/usual-hours.ts";
import type { FindHoursError } from "#domain/place/new-place.ts";
import { type PlaceFact, placeFacts } from "#domain/place/place-facts.ts";
import { type Checked, checkFields } from "#domain/validation/check-fields.ts";
import { recordOf } from "#domain/validation/record-of.ts";

/** A form's content where nothing has been typed yet: a place's current values. */
export function draftOf(content: PlaceContent): PlaceDraft {
  const { latitude, longitude, approximate } = content.position;
  const { opening_hours } = content.hours;
  return {
    ...emptyDraft,
    address_line1: content.address,
    place: content.city,
    county: content.county ?? "",
    postcode: content.postcode ?? "",
    country: content.country,
    latitude: formatDegrees(latitude),
    longitude: formatDegrees(longitude),
    isApproximate: approximate,
    fee: content.fee.fee,
    price: content.fee.price === null ? "" : String(content.fee.price),
    facts: recordOf(placeFacts, (fact) => String(content[fact] ?? "")),
    comments: content.comments,
    hours: hoursDraftOf(opening_hours ?? textOfWeek(weekOf(content.hours))),
  };
}

/** Parts of a draft that belong to a field of an edit. */
const partsOfField: Readonly<Record<Exclude<EditField, PlaceFact>, readonly (keyof PlaceDraft)[]>> =
  {
    country: ["country"],
    city: ["place"],
    address: ["address_line1", "address_line2"],
    county: ["county"],
    postcode: ["postcode"],
    fee: ["fee", "price"],
    comments: ["comments"],
    position: ["latitude", "longitude", "isApproximate"],
    hours: ["hours"],
  };

function isFact(field: EditField): field is PlaceFact {
  return !(field in partsOfField);
}

export function takeField(draft: PlaceDraft, field: EditField, from: PlaceDraft): PlaceDraft {
  if (isFact(field)) {
    return { ...draft, facts: { ...draft.facts, [field]: from.facts[field] } };
  }
  const taken = partsOfField[field].map((part) => [part, from[part]]);
  return { ...draft, ...Object.fromEntries(taken) };
}

/** Fields that a draft has changed; white space, the way of giving hours and a number's writing make no difference. */
export function editedFields(began: PlaceDraft, draft: PlaceDraft): EditField[] {
  return editFields.filter((field) => meaning(began, field) !== meaning(draft, field));
}

function meaning(draft: PlaceDraft, field: EditField): string {
  if (isFact(field)) return plain(draft.facts[field]);
  // What is not a number is not nothing either.
  return JSON.stringify(fieldBodies[field](draft), (_, value) =>
    Number.isNaN(value) ? "NaN" : value,
  );
}

/**
 * A draft laid over the place's current values: edited fields stay as typed. @param edited `fields` that count; all
 * without it
 */
export function layOver(
  content: PlaceContent,
  edited: {
    readonly base: PlaceContent;
    readonly draft: PlaceDraft;
    readonly fields?: readonly EditField[];
  },
): PlaceDraft {
  const { base, draft, fields = editedFields(draftOf(base), draft) } = edited;
  return fields.reduce((laid, field) => takeField(laid, field, draft), draftOf(content));
}

/** Reads the named fields of a draft as an edit, with every error; the others are not touched. */
export function checkEdit(
  draft: PlaceDraft,
  { fields, note }: { readonly fields: readonly EditField[]; readonly note: string },
  findHoursError: FindHoursError = () => null,
): Checked<PlaceEdit> {
  const facts = describeFacts(draft.facts);
  const body = {
    ...Object.assign(
      {},
      ...fields.filter((field) => !isFact(field)).map((field) => fieldBodies[field](draft)),
    ),
    ...(fields.some(isFact) && {
      facts: Object.fromEntries(fields.filter(isFact).map((fact) => [fact, facts[fact] ?? null])),
    }),
    note,
  };
  const checked = checkFields(placeEditSchemaWith(findHoursError), body);
  const hours = fields.includes("hours") ? describeHours(draft.hours) : null;
  const errors = [
    ...(checked.ok ? [] : checked.errors),
    ...(hours === null || hours.ok ? [] : hours.errors),
  ];
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}

/** A place's content after the edit of one field; undefined where the draft has an error there or nothing changes. */
export function valueAfter<Field extends EditField>(
  content: PlaceContent,
  draft: PlaceDraft,
  field: Field,
): PlaceContent[Field] | undefined {
  const checked = checkEdit(draft, { fields: [field], note: "" });
  const change = checked.ok ? changeByEdit(checked.value, content, () => unknownTimes) : checked;
  return change.ok ? change.value[field]?.to : undefined;
}

type Body = Readonly<Record<string, unknown>>;

/** Each field of a draft as the fields of an edit in the API have it. Invalid hours are left out. */
const fieldBodies: Readonly<Record<Exclude<EditField, PlaceFact>, (draft: PlaceDraft) => Body>> = {
  country: ({ country }) => ({ country }),
  city: ({ place }) => ({ city: plain(place) }),
  address: ({ address_line1, address_line2 }) => ({
    address: [address_line1, address_line2].map(plain).filter(Boolean).join(" "),
  }),
  county: ({ county }) => ({ county: plain(county) || null }),
  postcode: ({ postcode }) => ({ postcode: plain(postcode) || null }),
  fee: ({ fee, price }) => {
    const amount = toNumber(price);
    // An amount alone means that the place costs something.
    const isCosts = fee === "costs" || (fee === "unknown" && amount !== null);
    return { fee: isCosts ? "costs" : fee, price: amount };
  },
  comments: ({ comments }) => ({ comments: plain(comments) }),
  position: ({ latitude, longitude, isApproximate }) => ({
    latitude: toNumber(latitude),
    longitude: toNumber(longitude),
    position_approximate: isApproximate,
  }),
  hours: ({ hours }) => {
    const described = describeHours(hours);
    if (!described.ok) return {};
    return described.value === ""
      ? { opening_hours: null, opening_times: null, closed_days: null }
      : { opening_hours: described.value };
  },
};

/** A typed text, as it means the same: browsers send line breaks in two characters. */
function plain(text: string): string {
  return text.trim().replaceAll("\r\n", "\n").normalize("NFC");
}

/** Null for an empty text; NaN, which every rule refuses, for a text that is not a number. */
function toNumber(text: string): number | null {
  const decimal = toPlainDecimal(text);
  return decimal === "" ? null : Number(decimal);
}
