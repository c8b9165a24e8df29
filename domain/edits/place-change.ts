import * as v from "valibot";
import { publishTimes, weekOf } from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { type PlaceFact, placeFacts, placeFactsSchema } from "#domain/place/place-facts.ts";
import { placeFees } from "#domain/place/place-fee.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";

/**
 * Fields of a place that people edit, each of which is accepted, declined or taken back by itself
 * (docs/product#fields-of-an-edit). A fact that is null is not known, and so are county, postcode and a
 * text of opening hours.
 */
const contentSchemas = /* @__PURE__ */ (() => {
  const textOrUnknown = v.nullable(v.string());
  return {
    country: v.string(),
    city: v.string(),
    address: v.string(),
    county: textOrUnknown,
    postcode: textOrUnknown,
    /** Fee with its amount, which is null where it is free or not known. */
    fee: v.object({ fee: v.picklist(placeFees), price: v.nullable(v.number()) }),
    comments: v.string(),
    position: v.object({ latitude: v.number(), longitude: v.number(), approximate: v.boolean() }),
    /** As a Place has them; a text that can be read wins over the seven entries. */
    hours: v.object({
      opening_times: v.array(v.string()),
      closed_days: v.array(v.number()),
      opening_hours: textOrUnknown,
    }),
  };
})();

type ContentField = keyof typeof contentSchemas;

/** Name of a field of an edit; a fact has its own name. */
export type EditField = ContentField | PlaceFact;

/** Fields of an edit, in the order in which pages name them. */
export const editFields = /* @__PURE__ */ (() =>
  [...(Object.keys(contentSchemas) as ContentField[]), ...placeFacts] as const)();

/** Content of a place, field by field. */
export type PlaceContent = {
  readonly [Field in ContentField]: DeepReadonly<v.InferOutput<(typeof contentSchemas)[Field]>>;
} & {
  readonly [Fact in PlaceFact]: NonNullable<Place["facts"][Fact]> | null;
};

/** A change of a place: the fields that differ, each with its value before and after. */
export type PlaceChange = {
  readonly [Field in EditField]?: {
    readonly from: PlaceContent[Field];
    readonly to: PlaceContent[Field];
  };
};

function schemaOf(field: EditField): v.GenericSchema {
  return field in contentSchemas
    ? contentSchemas[field as ContentField]
    : v.nullable(placeFactsSchema.entries[field as PlaceFact].wrapped);
}

/** The content that a form was filled from, as it comes back with the form. */
export const placeContentSchema = /* @__PURE__ */ (() =>
  v.object(
    Object.fromEntries(editFields.map((field) => [field, schemaOf(field)])),
  ) as unknown as v.GenericSchema<unknown, PlaceContent>)();

/** A change as the API has it. */
export const placeChangeSchema = /* @__PURE__ */ (() => {
  const changed = (field: EditField) => {
    const value = schemaOf(field);
    return v.optional(v.object({ from: value, to: value }));
  };
  const entries = Object.fromEntries(editFields.map((field) => [field, changed(field)]));
  return v.pipe(
    v.object(entries) as unknown as v.GenericSchema<PlaceChange>,
    v.description("fields that differ, each with its value before and after"),
  );
})();

/** A place as the API or a row of the database has it, with its text of opening hours where it has one. */
type ImportedValues = Pick<
  Place,
  | "country"
  | "city"
  | "address"
  | "county"
  | "postcode"
  | "fee"
  | "price"
  | "comments"
  | "latitude"
  | "longitude"
  | "opening_times"
  | "closed_days"
  | "facts"
> & { readonly position_approximate?: boolean; readonly opening_hours?: string | null };

/** Content of a place, field by field. */
export function contentOf(place: ImportedValues): PlaceContent {
  const facts = placeFacts.map((fact) => [fact, place.facts[fact] ?? null]);
  return {
    country: place.country,
    city: place.city,
    address: place.address,
    county: place.county || null,
    postcode: place.postcode || null,
    fee: feeContent(place),
    comments: place.comments,
    position: {
      latitude: place.latitude,
      longitude: place.longitude,
      approximate: place.position_approximate ?? false,
    },
    hours: hoursContent(weekOf(place), place.opening_hours),
    ...(Object.fromEntries(facts) as Pick<PlaceContent, PlaceFact>),
  };
}

/** A fee with its amount; 0 and null are the same where it is free (docs/product#prices). */
export function feeContent({ fee, price }: Pick<Place, "fee" | "price">): PlaceContent["fee"] {
  return { fee, price: fee === "costs" ? price : null };
}

/** @param week seven entries, with the word `closed` */
export function hoursContent(
  week: readonly string[],
  text: string | null | undefined,
): PlaceContent["hours"] {
  const { opening_times, closed_days = [] } = publishTimes(week);
  return { opening_times, closed_days, opening_hours: text?.trim() || null };
}

/** Fields that differ from one content to the other; a field that `next` leaves out does not. */
export function changeBetween(
  content: Partial<PlaceContent>,
  next: Partial<{ readonly [Field in EditField]: unknown }>,
): PlaceChange {
  const differing = editFields.filter(
    (field) => next[field] !== undefined && !isSame(content[field], next[field]),
  );
  return Object.fromEntries(
    differing.map((field) => [field, { from: content[field], to: next[field] }]),
  ) as PlaceChange;
}

/** Names of the fields of a change, in the order in which pages name them. */
export function changedFields(change: PlaceChange): EditField[] {
  return editFields.filter((field) => change[field] !== undefined);
}

/** The content after the change, whatever it was before. */
export function applyChange(content: PlaceContent, change: PlaceChange): PlaceContent {
  const changed = changedFields(change).map((field) => [field, change[field]?.to]);
  return { ...content, ...(Object.fromEntries(changed) as Partial<PlaceContent>) };
}

/** The change that takes this one back. */
export function reverseChange(change: PlaceChange): PlaceChange {
  const reversed = changedFields(change).map((field) => {
    const { from, to } = change[field]!;
    return [field, { from: to, to: from }];
  });
  return Object.fromEntries(reversed) as PlaceChange;
}

/** The fields of a change that are named. */
export function pickFields(change: PlaceChange, fields: readonly EditField[]): PlaceChange {
  const picked = changedFields(change).filter((field) => fields.includes(field));
  return Object.fromEntries(picked.map((field) => [field, change[field]])) as PlaceChange;
}

/** All changes one after the other as one; a field that ends as it began does not count. */
export function joinChanges(changes: readonly PlaceChange[]): PlaceChange {
  const joined = new Map<EditField, { from: unknown; to: unknown }>();
  for (const change of changes) {
    for (const field of changedFields(change)) {
      const { from, to } = change[field]!;
      const first = joined.get(field);
      joined.set(field, { from: first === undefined ? from : first.from, to });
    }
  }
  const differing = [...joined].filter(([, { from, to }]) => !isSame(from, to));
  return Object.fromEntries(differing) as PlaceChange;
}

/**
 * What has become of a field that a change is about: `open` while it has the value that the change
 * began from, `done` where it has the new value already, and `changed` where it has another one.
 */
export const fieldStates = ["open", "done", "changed"] as const;

export type FieldState = (typeof fieldStates)[number];

/** The state of each field of a change, by the place's current content. */
export function meetChange(
  content: PlaceContent,
  change: PlaceChange,
): ReadonlyMap<EditField, FieldState> {
  return new Map(
    changedFields(change).map((field) => {
      const { from, to } = change[field]!;
      const stored = content[field];
      if (isSame(stored, to)) return [field, "done"];
      return [field, isSame(stored, from) ? "open" : "changed"];
    }),
  );
}

/** Whether two values of a field are the same; the database does not keep the order of an object's names. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
