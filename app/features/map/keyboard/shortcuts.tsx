import { useEffect, useEffectEvent } from "react";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { shortcutOf, shortcutsOffKey } from "#domain/map/shortcuts.ts";

const loadKeys = () => import("./shortcuts-dialog.tsx");
const ShortcutsDialog = lazyComponent(() => loadKeys().then((module) => module.ShortcutsDialog));

interface ShortcutsProps {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/**
 * The shortcuts of the map's page (docs/product#shortcuts), and the dialog that lists them. What they do is
 * loaded with the first of them.
 */
export function Shortcuts({ isOpen, onOpen, onClose }: ShortcutsProps) {
  const press = useEffectEvent(async (event: KeyboardEvent) => {
    const key = shortcutOf(event);
    if (!key || event.defaultPrevented || isTyping(event.target) || areShortcutsOff()) return;
    event.preventDefault();
    if (key === "?") onOpen();
    else (await loadKeys()).pressShortcut(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => void press(event).catch(() => {});
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    isOpen && (
      <ChunkBoundary fallback={null}>
        <ShortcutsDialog onClose={onClose} areOff={areShortcutsOff} onSwitch={switchShortcuts} />
      </ChunkBoundary>
    )
  );
}

/** Whether a key is text, or belongs to what lies above the page. */
function isTyping(target: EventTarget | null): boolean {
  const own = "input, textarea, select, [contenteditable], dialog, [popover]";
  return target instanceof Element && target.closest(own) !== null;
}

/** Whether the visitor has switched the shortcuts off; a browser that forbids storage has them on. */
function areShortcutsOff(): boolean {
  try {
    return localStorage.getItem(shortcutsOffKey) !== null;
  } catch {
    return false;
  }
}

/** Switches the shortcuts on or off, for good where the browser allows storage. */
function switchShortcuts(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(shortcutsOffKey);
    else localStorage.setItem(shortcutsOffKey, "1");
  } catch {
    // They stay on.
  }
}
