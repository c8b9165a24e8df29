/** Name of the form for a new place in this tab's storage; each edit has a name of its own. */
const newPlace = "mosdo:place-draft";

/**
 * What this tab's storage has of a form, for `parseDraft` to read, so that a reload or a sign-in loses
 * nothing; null without it or without storage.
 */
export function loadDraft(name = newPlace): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a form until the tab is closed; one that does not fit is not stored. */
export function storeDraft(draft: object, name = newPlace): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The form works without storage.
  }
}

export function forgetDraft(name = newPlace): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage there is no draft.
  }
}
