import {
  type FilteredPart,
  type ModerationPart,
  type ReportFilter,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import { moderationPath } from "./moderation-form.tsx";

interface ListOptions {
  /** Of the reports of places or of reviews. */
  readonly filter?: ReportFilter;
  /** Whether all entries of the page are selected. */
  readonly isSelected?: boolean;
}

/** Path of one list of the moderation page. */
export function moderationHref(
  part: ModerationPart,
  page = 1,
  { filter = {}, isSelected = false }: ListOptions = {},
): string {
  const params = new URLSearchParams(reportFilterText(filter));
  if (part !== "waiting") params.set("part", part);
  if (isSelected) params.set("selected", "1");
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? moderationPath : `${moderationPath}?${params}`;
}

/** Path of a list with all reports of the same account, selected; undefined where it has those alone, or none is known. */
export function allOfSenderHref(
  part: FilteredPart,
  sender: { readonly id: string } | null | undefined,
  filter: ReportFilter,
): string | undefined {
  if (!sender || filter.sender !== undefined) return undefined;
  return moderationHref(part, 1, { filter: { sender: sender.id }, isSelected: true });
}

/**
 * Page that sets a place's position.
 *
 * @param from the page to which it leads back
 */
export function positionPath(placeId: number, from?: "moderation"): string {
  return `/places/${placeId}/position${from ? `?from=${from}` : ""}`;
}

/** Path of the moderation page that shows one account, and what it has sent. */
export function accountHref(email: string): string {
  return `${moderationPath}?${new URLSearchParams({ part: "accounts", email })}`;
}
