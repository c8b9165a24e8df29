import * as v from "valibot";
import {
  isOvernight,
  type OpeningTimes,
  parseOpeningRange,
  unknownTimes,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import {
  checkOpeningDay,
  type FindHoursError,
  hasTimesOnClosedDay,
  writtenFields,
} from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import {
  factsOfPlain,
  type PlaceFact,
  type PlaceFacts,
  placeFacts,
  plainFacts,
} from "#domain/place/place-facts.ts";
import { feeOfPrice, isFeeOf } from "#domain/place/place-fee.ts";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxEditNoteLength } from "#domain/text/text-limits.ts";
import { type Checked, crossCheck, type ValidationError } from "#domain/validation/check-fields.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import {
  changeBetween,
  feeContent,
  hoursContent,
  type PlaceChange,
  type PlaceContent,
} from "./place-change.ts";

type EditedFacts = { readonly [Fact in PlaceFact]?: PlaceFacts[Fact] | null };

/** Facts that an edit names; null makes one unknown. */
const editedFacts = v.pipe(
  v.object(
    recordOf(placeFacts, (fact): v.GenericSchema => {
      return v.optional(v.nullable(writtenFields.facts.entries[fact].wrapped));
    }),
  ) as unknown as v.GenericSchema<unknown, EditedFacts>,
  v.description(
    "facts that change; null makes one unknown. Where they name wheelchair or access, these win over accessible and public",
  ),
);

/** Description of the two plain facts in an edit. */
const editedPlain =
  "as in an addition; the value that the place has already changes nothing: a false one may stand for what is not known";

/**
 * An edit of a place, as a form or a call has it: the fields of an addition, each of which stays as it is
 * where the edit does not name it, as a merge patch has it (RFC 7396). Null makes unknown what can be unknown.
 *
 * @param findHoursError of the server, which alone can read the syntax (docs/product#refused-hours)
 */
/* @__NO_SIDE_EFFECTS__ */
export function placeEditSchemaWith(findHoursError: FindHoursError) {
  return v.pipe(
    v.object({
      country: v.optional(writtenFields.country),
      city: v.optional(writtenFields.city),
      address: v.optional(writtenFields.address),
      county: v.optional(v.nullable(writtenFields.county)),
      postcode: v.optional(v.nullable(writtenFields.postcode)),
      price: v.optional(
        v.pipe(
          writtenFields.price,
          v.description("0 makes the place free; null, without fee, makes the amount unknown"),
        ),
      ),
      fee: v.optional(writtenFields.fee),
      comments: v.optional(writtenFields.comments),
      accessible: v.optional(v.pipe(writtenFields.accessible, v.description(editedPlain))),
      public: v.optional(v.pipe(writtenFields.public, v.description(editedPlain))),
      facts: v.optional(editedFacts),
      latitude: v.optional(writtenFields.latitude),
      longitude: v.optional(writtenFields.longitude),
      position_approximate: v.optional(writtenFields.position_approximate),
      opening_times: v.optional(v.nullable(writtenFields.opening_times)),
      closed_days: v.optional(v.nullable(writtenFields.closed_days)),
      opening_hours: v.optional(v.nullable(writtenFields.opening_hours)),
      note: v.optional(
        v.pipe(
          writtenText(maxEditNoteLength),
          v.description("reason, for those who judge a proposal; otherwise ignored"),
        ),
        "",
      ),
    }),
    crossCheck(({ valid, reject }) => {
      const { price, fee, opening_times, opening_hours } = valid;
      if (fee !== undefined && price !== undefined && !isFeeOf(fee, price)) reject("fee");
      opening_times?.forEach((day, weekday) => {
        const error = checkOpeningDay(day);
        // A range over midnight is good where the place has it already (`changeByEdit`).
        if (error !== null && error !== "error.invalidtime") {
          reject(`opening_times.${weekday}`, error);
        }
      });
      const hoursError = opening_hours ? findHoursError(opening_hours) : null;
      if (hoursError !== null) reject("opening_hours", "error.parameter", hoursError);
    }),
    v.description(
      "An edit: fields that it does not name stay as they are, null makes a field unknown; other fields are ignored",
    ),
  );
}

export type PlaceEdit = v.InferOutput<ReturnType<typeof placeEditSchemaWith>>;

/** Site of a place, which a text of opening hours may depend on. */
type HoursSite = Pick<Place, "country" | "latitude" | "longitude">;

/** Reads the seven entries that follow from a text of opening hours, closed days included. */
export type ReadWeek = (text: string, site: HoursSite) => OpeningTimes;

/**
 * The change that an edit makes of a place; empty where it names nothing that is otherwise now. Faults are
 * those that only show beside what the place says: times on a day that is closed, and a range over midnight
 * that the place does not have.
 *
 * @param readWeek of the server
 */
export function changeByEdit(
  edit: PlaceEdit,
  content: PlaceContent,
  readWeek: ReadWeek,
): Checked<PlaceChange> {
  const errors = hoursErrors(edit, content.hours);
  if (errors.length > 0) return { ok: false, errors };
  const { country, city, address, county, postcode, comments } = edit;
  const position = positionAfter(edit, content.position);
  const site = { ...position, country: country ?? content.country };
  const next = {
    ...{ country, city, address, comments },
    county: county === "" ? null : county,
    postcode: postcode === "" ? null : postcode,
    fee: feeAfter(edit, content.fee),
    position,
    hours: hoursAfter(edit, content.hours, (text) => readWeek(text, site)),
    ...factsAfter(edit, content),
  };
  return { ok: true, value: changeBetween(content, next) };
}

function feeAfter(
  { fee, price }: PlaceEdit,
  stored: PlaceContent["fee"],
): PlaceContent["fee"] | undefined {
  if (fee !== undefined)
    return feeContent({ fee, price: price === undefined ? stored.price : price });
  if (price === undefined) return undefined;
  return feeContent({ fee: price === null ? stored.fee : feeOfPrice(price), price });
}

/** A point that is given is exact, unless the edit says that it is not. */
function positionAfter(
  { latitude, longitude, position_approximate }: PlaceEdit,
  stored: PlaceContent["position"],
): PlaceContent["position"] {
  const isSet = latitude !== undefined || longitude !== undefined;
  return {
    latitude: latitude ?? stored.latitude,
    longitude: longitude ?? stored.longitude,
    approximate: position_approximate ?? (stored.approximate && !isSet),
  };
}

/** A plain fact that the place has already changes nothing: it may be false because it is not known. */
function factsAfter({ accessible, public: isPublic, facts }: PlaceEdit, stored: PlaceContent) {
  const { wheelchair, access } = stored;
  const plain = plainFacts({ wheelchair: wheelchair ?? undefined, access: access ?? undefined });
  return {
    ...factsOfPlain({
      accessible: accessible === plain.accessible ? undefined : accessible,
      public: isPublic === plain.public ? undefined : isPublic,
    }),
    ...facts,
  };
}

/**
 * A text wins over seven entries. Entries as they are change nothing, so that a text stays beside them; others
 * take its place.
 */
function hoursAfter(
  edit: PlaceEdit,
  stored: PlaceContent["hours"],
  readWeek: (text: string) => OpeningTimes,
): PlaceContent["hours"] {
  const { opening_hours: text } = edit;
  if (text) return text === stored.opening_hours ? stored : hoursContent(readWeek(text), text);
  const next = hoursContent(weekOf(timesAfter(edit, stored)), null);
  const isAsStored =
    next.opening_times.join() === stored.opening_times.join() &&
    next.closed_days.join() === stored.closed_days.join();
  return isAsStored && text === undefined ? stored : next;
}

function timesAfter(
  { opening_times, closed_days }: PlaceEdit,
  stored: Pick<PlaceContent["hours"], "opening_times" | "closed_days">,
) {
  return {
    opening_times:
      opening_times === undefined ? stored.opening_times : (opening_times ?? unknownTimes),
    closed_days:
      closed_days === undefined && opening_times !== null
        ? stored.closed_days
        : (closed_days ?? []),
  };
}

function hoursErrors(edit: PlaceEdit, stored: PlaceContent["hours"]): ValidationError[] {
  const overnight = (edit.opening_times ?? []).flatMap((day, weekday): ValidationError[] => {
    const range = parseOpeningRange(day);
    const isNew = range !== null && isOvernight(range) && stored.opening_times[weekday] !== day;
    return isNew ? [{ field: `opening_times.${weekday}`, code: "error.invalidtime" }] : [];
  });
  const { opening_times } = timesAfter(edit, stored);
  const isContrary = hasTimesOnClosedDay(opening_times, edit.closed_days ?? []);
  return [
    ...overnight,
    ...(isContrary ? [{ field: "closed_days", code: "error.parameter" } as const] : []),
  ];
}
