import { emptyDraft, type PlaceDraft } from "./place-draft.ts";

const key = "mosdo:place-draft";

/**
 * The draft that this tab keeps, so that a reload or a sign-in loses nothing; null where there is
 * none, or storage is not to be had.
 */
export function loadDraft(): PlaceDraft | null {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps it until the tab is closed; nothing of it is needed where there is no room. */
export function keepDraft(draft: PlaceDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The form works without.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is none, then.
  }
}

/** What an older version of this page kept, or someone else, is not taken for a draft. */
export function parseDraft(stored: unknown): PlaceDraft | null {
  return isLike(emptyDraft, stored) ? stored : null;
}

/** Whether a value has the shape of a model: the same fields, of the same kinds; null fits text. */
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
