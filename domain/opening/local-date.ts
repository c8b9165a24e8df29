/**
 * Calendar day of an instant in an IANA zone (`Europe/Budapest`), as `YYYY-MM-DD`. Throws a RangeError for an
 * unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...dateFields, timeZone });
  const parts = new Map(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

const dateFields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
