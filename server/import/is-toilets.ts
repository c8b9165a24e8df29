import { accessOf, hasValue } from "#domain/place/facts-of-tags.ts";
import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import { findHoursError } from "#server/opening/opening-hours.ts";
import type { OsmTags } from "./osm-element.ts";

/** Whether an element is a toilet, or a place that has one for its visitors. */
export function isToilets(tags: OsmTags): boolean {
  return (
    hasValue(tags.amenity, "toilets") || tags.toilets === "yes" || tags.toilets === "customers"
  );
}

/** OpenStreetMap's lifecycle keys and prefixes of objects that are out of use. */
const lifecycleKeys = [
  ...["disused", "abandoned", "demolished", "removed", "razed", "destroyed", "was", "closed"],
];

/**
 * Whether an element's tags mark its toilet as gone or closed to everyone: by a property
 * (`access=no`, `disused=yes`), by a lifecycle prefix (`disused:amenity=toilets`), or as a host
 * without one (`toilets=no`).
 */
export function isMarkedGone(tags: OsmTags): boolean {
  if (!isToilets(tags)) return tags.toilets === "no" || wasToilets(tags);
  const isShut = tags.access === "no" && openingConditions(tags).length === 0;
  return isShut || lifecycleKeys.some((key) => (tags[key] ?? "no") !== "no");
}

const formerKeys = lifecycleKeys.map((key) => `${key}:amenity`);

/** Whether the tags mark a former toilet. */
function wasToilets(tags: OsmTags): boolean {
  return formerKeys.some((key) => hasValue(tags[key], "toilets"));
}

/** Whether an element is or was a toilet, and so is part of the report; a host without one is not. */
export function isOrWasToilets(tags: OsmTags): boolean {
  return isToilets(tags) || wasToilets(tags);
}

/** Value that a tag has under a condition. */
export interface Condition {
  readonly value: string;
  /** Opening hours, or words such as `wet`. */
  readonly when: string;
}

/** `value @ condition`; a condition with semicolons is in parentheses. */
const conditionForm = /([^@;()]+)@\s*(?:\(((?:[^()]|\([^()]*\))*)\)|([^;]+))/g;

/** Conditions of a tag such as `access:conditional`: `no @ (22:00-06:00); customers @ Su`. */
export function conditionsOf(text = ""): Condition[] {
  return [...text.matchAll(conditionForm)].map(([, value, inside, bare]) => ({
    value: value.trim(),
    when: (inside ?? bare).trim(),
  }));
}

/** Conditions of a toilet's access, by what they mean for everyone. */
function accessConditions(tags: OsmTags) {
  const text = tags["toilets:access:conditional"] ?? tags["access:conditional"];
  return Map.groupBy(conditionsOf(text), ({ value }) => accessOf(value));
}

/** The times at which alone everyone may enter; empty for a place that is open otherwise, or to nobody. */
function openingConditions(tags: OsmTags): Condition[] {
  const access = accessOf(tags["toilets:access"] ?? tags.access);
  // Conditions alone say when it is open; where hours are given, these do.
  const isShut = access === "private" || (access === undefined && isAlwaysOpen(tags));
  const opening = accessConditions(tags).get("everyone") ?? [];
  return isShut ? opening.filter((condition) => openRule(condition) !== null) : [];
}

function isAlwaysOpen({ opening_hours = "24/7" }: OsmTags): boolean {
  return opening_hours === "24/7";
}

/**
 * The tags with the conditions of access as a part of the opening hours (docs/product#conditions-of-access): closed
 * where the access is `no`, and unknown where only some may enter, or the condition is not one of time.
 */
export function withAccessConditions(tags: OsmTags): OsmTags {
  const conditions = accessConditions(tags);
  if (conditions.size === 0) return tags;
  const opening = openingConditions(tags);
  const rules =
    opening.length > 0 && isAlwaysOpen(tags)
      ? opening.map(openRule)
      : [tags.opening_hours, ...opening.map(doubt)];
  for (const [access, ofAccess] of conditions) {
    for (const condition of access === "everyone" ? [] : ofAccess) {
      const state = access === "private" ? "off" : comment(condition.value);
      rules.push(stateRule(condition, state) ?? doubt(condition));
    }
  }
  const text = rules.filter((rule) => rule != null).join("; ");
  if (text === "") return tags;
  return {
    ...tags,
    ...(opening.length > 0 && { access: "yes", "toilets:access": "yes" }),
    opening_hours: text.length > maxOpeningHoursLength ? "unknown" : text,
  };
}

/** Rules that open a place at the times of a condition; null for another one. */
function openRule({ when }: Condition): string | null {
  const hours = hoursOf(when);
  if (hours === null) return null;
  return [hours, `${hours} 00:00-24:00`].find((text) => findHoursError(text) === null) ?? null;
}

/** Rules by which the times of a condition have a state; null for a condition that is not one of time. */
function stateRule({ when }: Condition, state: string): string | null {
  const text = hoursOf(when)
    ?.split(";")
    .map((rule) => `${rule.trim()} ${state}`)
    .join("; ");
  return text !== undefined && findHoursError(text) === null ? text : null;
}

/** Selectors of opening hours in the order in which a rule has them: months, days, times. */
const selectors = [
  /^(?:\d{4}|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|week|easter)\b[^:]*$/,
  /^(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b[^:]*$/,
  /^(?:\d{1,2}:\d\d|\(?(?:dawn|sunrise|sunset|dusk))/,
];

/** A condition in the form of opening hours; null where its parts, joined by `AND`, are not one of each selector. */
function hoursOf(when: string): string | null {
  const rules = when.split(";").map((rule) => {
    const parts = rule.trim().split(/\s+AND\s+/i);
    if (parts.length === 1) return parts[0];
    const chosen = selectors.map((selector) => parts.filter((part) => selector.test(part)));
    const isWhole = chosen.every(({ length }) => length <= 1);
    return isWhole && chosen.flat().length === parts.length ? chosen.flat().join(" ") : null;
  });
  return rules.includes(null) ? null : rules.join("; ");
}

/** Rule by which nothing is known of any time. */
function doubt({ value, when }: Condition): string {
  return comment(`${value} @ ${when}`);
}

function comment(text: string): string {
  return `unknown "${text.replaceAll('"', "'")}"`;
}
