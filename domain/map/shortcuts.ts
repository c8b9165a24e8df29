/** Keys that do something wherever the focus is on the map's page (docs/product#shortcuts). */
export const shortcutKeys = ["?", "/", "n", "f", "m", "w", "l"] as const;

export type ShortcutKey = (typeof shortcutKeys)[number];

/** A press of a key. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * The shortcut of a press; null for any other key, and with Ctrl, Alt or the command key, which are the
 * browser's and the screen reader's. Capitals count too, because Caps Lock may be on.
 */
export function shortcutOf({ key, ctrlKey, altKey, metaKey }: KeyPress): ShortcutKey | null {
  if (ctrlKey || altKey || metaKey) return null;
  return shortcutKeys.find((known) => known === key.toLowerCase()) ?? null;
}

/** Key of local storage, present where the visitor has switched the shortcuts off. */
export const shortcutsOffKey = "mosdo:no-shortcuts";
