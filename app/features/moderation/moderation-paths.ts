import type { ModerationPart } from "#domain/moderation/moderation-query.ts";
import { moderationPath } from "./moderation-form.tsx";

/** Path of one list of the moderation page. */
export function moderationHref(part: ModerationPart, page = 1): string {
  const params = new URLSearchParams();
  if (part !== "waiting") params.set("part", part);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? moderationPath : `${moderationPath}?${params}`;
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
