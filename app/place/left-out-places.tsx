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
  readonly kind: "unknown" | "unstated";
  readonly count: number;
  readonly isIncluded: boolean;
  readonly turned: Partial<FilterLeniency>;
}

/** The notes that a list needs: about opening times and about facts. */
export function leftOutNotes(
  { filters, includeUnknown, includeUnstated = false }: PlaceFiltering,
  { unknown_count, unstated_count }: Pick<PlaceList, "unknown_count" | "unstated_count">,
): LeftOutHint[] {
  const hints: LeftOutHint[] = [];
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

export function LeftOutText({ kind, count, isIncluded }: Omit<LeftOutHint, "turned">) {
  const { t } = useTranslation();
  const format = useFormatter();
  const isHours = kind === "unknown";
  if (isIncluded) return t(isHours ? "places.unknown.included" : "places.unstated.included");
  const total = format.number(count);
  return t(isHours ? "places.unknown.leftOut" : "places.unstated.leftOut", { count, total });
}

export function LeftOutAction({ count, isIncluded }: Pick<LeftOutHint, "count" | "isIncluded">) {
  const { t } = useTranslation();
  return isIncluded ? t("places.unknown.exclude") : t("places.unknown.include", { count });
}
