import type { OsmTags } from "../osm-element.ts";

/**
 * When a mapper last checked the place: the later of `check_date` and `survey:date`, at noon UTC, so
 * that it is that day nearly everywhere. A month or a year counts from its first day. Null for
 * anything else, and for days to come.
 */
export function confirmedOn(tags: OsmTags, now: Date): Date | null {
  const dates = [tags.check_date, tags["survey:date"]]
    .map(parseDay)
    .filter((date) => date !== null && date <= now);
  return dates.reduce<Date | null>(
    (last, date) => (last && date && last > date ? last : date),
    null,
  );
}

function parseDay(text: string | undefined): Date | null {
  const [, year, month = "01", day = "01"] =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text?.trim() ?? "") ?? [];
  if (year === undefined) return null;
  const date = new Date(`${year}-${month}-${day}T12:00:00Z`);
  // 2025-02-30 would become a day of March.
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isReal && date.getUTCFullYear() > 2004 ? date : null;
}
