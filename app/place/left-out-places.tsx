import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PlaceList } from "#domain/place/place.ts";
import {
  type FilterLeniency,
  hasFactFilter,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";

/** Note about places that the filters leave out, or let in, because something is not known of them. */
interface LeftOutHint {
  readonly kind: "likely" | "unknown" | "unstated";
  readonly count: number;
  readonly isIncluded: boolean;
  readonly turned: Partial<FilterLeniency>;
}

/** Numbers of places that a list leaves out. */
export type LeftOutCounts = Pick<PlaceList, "unknown_count" | "likely_count" | "unstated_count">;

/** The notes that a list needs: about what is likely open, about opening times, and about facts. */
export function leftOutNotes(
  { filters, includeUnknown, includeLikely = false, includeUnstated = false }: PlaceFiltering,
  { unknown_count, likely_count, unstated_count }: LeftOutCounts,
): LeftOutHint[] {
  const hints: LeftOutHint[] = [];
  if (filters.open && !includeUnknown && (includeLikely || likely_count > 0)) {
    const turned = { includeLikely: !includeLikely };
    hints.push({ kind: "likely", count: likely_count, isIncluded: includeLikely, turned });
  }
  if (filters.open && (includeUnknown || unknown_count > 0)) {
    const turned = { includeUnknown: !includeUnknown };
    hints.push({ kind: "unknown", count: unknown_count, isIncluded: includeUnknown, turned });
  }
  if (hasFactFilter(filters) && (includeUnstated || unstated_count > 0)) {
    const turned = { includeUnstated: !includeUnstated };
    hints.push({ kind: "unstated", count: unstated_count, isIncluded: includeUnstated, turned });
  }
  return hints;
}

const leftOutTexts = {
  likely: { included: "places.likely.included", leftOut: "places.likely.leftOut" },
  unknown: { included: "places.unknown.included", leftOut: "places.unknown.leftOut" },
  unstated: { included: "places.unstated.included", leftOut: "places.unstated.leftOut" },
} as const;

export function LeftOutText({ kind, count, isIncluded }: Omit<LeftOutHint, "turned">) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { included, leftOut } = leftOutTexts[kind];
  return isIncluded ? t(included) : t(leftOut, { count, total: format.number(count) });
}

export function LeftOutAction({ count, isIncluded }: Pick<LeftOutHint, "count" | "isIncluded">) {
  const { t } = useTranslation();
  return isIncluded ? t("places.unknown.exclude") : t("places.unknown.include", { count });
}
