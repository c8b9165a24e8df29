import { useEffect, useEffectEvent } from "react";

/** Calls back on Escape anywhere on the page, unless it closes a menu or another element used it. */
export function useEscapeKey(onEscape: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector(":popover-open, dialog[open], nav details[open]")) return;
    // A search closes its list, then empties its field.
    if (event.target instanceof Element && event.target.matches("[role=combobox]")) return;
    onEscape();
  });
  useEffect(() => {
    // In the capturing phase a menu that Escape is about to close is still open.
    const listen = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
