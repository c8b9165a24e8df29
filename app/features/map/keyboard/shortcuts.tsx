import { useEffect, useEffectEvent } from "react";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { areSingleKeysOff, isTyping, switchSingleKeys } from "#app/ui/single-keys.ts";
import { shortcutOf } from "#domain/map/shortcuts.ts";

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
    if (!key || event.defaultPrevented || isTyping(event.target) || areSingleKeysOff()) return;
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
        <ShortcutsDialog onClose={onClose} areOff={areSingleKeysOff} onSwitch={switchSingleKeys} />
      </ChunkBoundary>
    )
  );
}
