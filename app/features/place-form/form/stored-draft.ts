import { emptyDraft, type PlaceDraft } from "./place-draft.ts";

const key = "mosdo:place-draft";

/**
 * The draft in this tab's storage, so that a reload or a sign-in loses nothing; null without a draft or
 * without storage.
 */
export function loadDraft(): PlaceDraft | null {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

/** Stores the draft until the tab is closed; a draft that does not fit is not stored. */
export function keepDraft(draft: PlaceDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The form works without storage.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
}

/** Reads a stored draft; null for values of an older version or another page. */
export function parseDraft(stored: unknown): PlaceDraft | null {
  return isLike(emptyDraft, stored) ? stored : null;
}

/** Whether a value has the same fields as a model, of the same kinds; null fits text. */
function isLike<Model>(model: Model, value: unknown): value is Model {
  if (model === null) return value === null || typeof value === "string";
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  const fields = Object.entries(model);
  return (
    entries.size === fields.length &&
    fields.every(([name, part]) => isLike(part, entries.get(name)))
  );
}
