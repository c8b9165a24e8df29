import { noOpeningTimes } from "#domain/opening/opening-times.ts";
import { checkNewPlace } from "#domain/place/new-place.ts";
import {
  type DayTimes,
  isPinMissing,
  midnight,
  type PlaceDraft,
  toPlainDecimal,
} from "./place-draft.ts";

/**
 * The draft in the fields of a place, as the API takes them (docs/product#address-draft): the address
 * is line 1 and, after a space, line 2. Whether it is a good place is for `checkNewPlace` to say.
 */
export function describePlace(draft: PlaceDraft) {
  return {
    country: draft.country,
    city: draft.place,
    address: [draft.address_line1, draft.address_line2]
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
    county: draft.county,
    postcode: draft.postcode,
    price: toNumber(draft.price),
    // An amount alone says that it costs something.
    fee: draft.fee === "unknown" && draft.price.trim() !== "" ? "costs" : draft.fee,
    comments: draft.comments,
    accessible: draft.accessible,
    public: draft.public,
    latitude: toNumber(draft.latitude),
    longitude: toNumber(draft.longitude),
    position_approximate: draft.isApproximate,
    opening_times: draft.days.map(openingTimesOf),
    closed_days: draft.days.flatMap(({ isClosed }, weekday) => (isClosed ? [weekday] : [])),
  };
}

/** Checks the draft as a place, and that its pin is set where a search knew no more than a street. */
export function checkDraft(draft: PlaceDraft): ReturnType<typeof checkNewPlace> {
  const checked = checkNewPlace(describePlace(draft));
  if (!isPinMissing(draft)) return checked;
  const faults = checked.ok ? [] : checked.faults;
  return { ok: false, faults: [...faults, { field: "pin", code: "error.parameter" }] };
}

/**
 * Half of a day stays half, `08:00-`, so that the rule can tell
 * (docs/product#opening-times-in-the-form). Midnight as the closing time is the day's end, `24:00`.
 */
function openingTimesOf({ from, to, isClosed }: DayTimes): string {
  if (isClosed || (from === "" && to === "")) return noOpeningTimes;
  return `${from}-${to === midnight ? "24:00" : to}`;
}

/** Null where nothing stands; NaN, which no rule accepts, where it is no number. */
function toNumber(text: string): number | null {
  const plain = toPlainDecimal(text);
  return plain === "" ? null : Number(plain);
}
