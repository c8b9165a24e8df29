/** Keyboard shortcuts of the map page, independent of the focus (docs/product#shortcuts). */
export const shortcutKeys = ["?", "/", "n", "f", "m", "w", "l"] as const;

export type ShortcutKey = (typeof shortcutKeys)[number];

/** Press of a key. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Shortcut of a key press; null for any other key, and with Ctrl, Alt or the command key, whose combinations belong
 * to the browser and the screen reader. Capitals are accepted, because Caps Lock may be on.
 */
export function shortcutOf({ key, ctrlKey, altKey, metaKey }: KeyPress): ShortcutKey | null {
  if (ctrlKey || altKey || metaKey) return null;
  return shortcutKeys.find((known) => known === key.toLowerCase()) ?? null;
}

/** Key in local storage, present where the visitor has switched the shortcuts off. */
export const shortcutsOffKey = "mosdo:no-shortcuts";
