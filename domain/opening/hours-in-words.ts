import type { HoursReading } from "#domain/source-list/source-list.ts";
import { maxOpeningHoursLength, textLength } from "#domain/text/text-limits.ts";
import { parseOpeningHours } from "./opening-hours-syntax.ts";

/** What a list says of opening hours beside the words themselves. */
export interface HoursContext {
  /** Months in which the list's toilets are shut for the winter, 1…12; absent until the mapping says them. */
  readonly winter?: { readonly from: number; readonly to: number } | undefined;
  /** Words of a column of restrictions, such as 'closed on Sundays'. */
  readonly restrictions?: string;
}

/**
 * Reads a town's words on opening hours in Hungarian, English, German or French. A text that is not understood whole
 * is unknown.
 */
export function hoursInWords(text: string, { restrictions = "" }: HoursContext = {}): HoursReading {
  const words = [text, restrictions]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("; ");
  if (words === "") return { kind: "none" };
  return isSyntax(words) ? { kind: "read", hours: words } : { kind: "unknown", words };
}

/** Whether a text says hours in OpenStreetMap's syntax. */
function isSyntax(text: string): boolean {
  const rules = parseOpeningHours(text);
  const parts = rules.flatMap(({ days, hours }) => [...days.flat(), ...hours.flat()]);
  return (
    textLength(text) <= maxOpeningHoursLength &&
    rules.every(({ hours }) => hours.length > 0) &&
    parts.every(({ kind }) => kind !== "unknown" && kind !== "comment") &&
    parts.some((part) => part.kind === "times" || (part.kind === "state" && part.state === "24/7"))
  );
}
