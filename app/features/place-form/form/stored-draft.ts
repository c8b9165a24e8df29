import type { PlaceDraft } from "./place-draft.ts";

const key = "mosdo:place-draft";

/**
 * What this tab's storage has as the draft, for `parseDraft` to read, so that a reload or a sign-in loses
 * nothing; null without a draft or without storage.
 */
export function loadDraft(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
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
