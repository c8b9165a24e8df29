import { shortcutsOffKey } from "#domain/map/shortcuts.ts";

/** Whether a key is text, or belongs to what lies above the page. */
export function isTyping(target: EventTarget | null): boolean {
  const own = "input, textarea, select, [contenteditable], dialog, [popover]";
  return target instanceof Element && target.closest(own) !== null;
}

/** Whether the visitor has switched single keys off as shortcuts; a browser that forbids storage has them on. */
export function areSingleKeysOff(): boolean {
  try {
    return localStorage.getItem(shortcutsOffKey) !== null;
  } catch {
    return false;
  }
}

/** Switches them on or off, for good where the browser allows storage. */
export function switchSingleKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(shortcutsOffKey);
    else localStorage.setItem(shortcutsOffKey, "1");
  } catch {
    // They stay on.
  }
}
