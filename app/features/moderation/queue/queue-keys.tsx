import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { areSingleKeysOff, isTyping, switchSingleKeys } from "#app/ui/single-keys.ts";
import type { MessageKey } from "#domain/text/i18n.ts";

/** What each key does (docs/product#keys-of-the-moderation-page). */
const keys = {
  j: "queue.keys.next",
  k: "queue.keys.previous",
  a: "queue.keys.accept",
  r: "queue.keys.decline",
} as const satisfies Record<string, MessageKey>;

/** Buttons of a card that a key presses, whatever the list; the first that is there. */
const pressed = {
  a: "[value=accept] ~ button, [value=accepted], [value=done], [value=keep]",
  r: "[value=declined], [value=delete] ~ details > summary, details:has([value=remove]) > summary",
} as const;

export function cardsOfPage(): readonly HTMLElement[] {
  const cards = document.querySelectorAll<HTMLElement>("[aria-labelledby=moderation-list] article");
  for (const card of cards) card.tabIndex = -1;
  return [...cards];
}

interface QueueKeysProps {
  /** Shows a card and gives it the focus. */
  choose: (index: number) => void;
}

/** Keys that go from card to card and decide, and the list of them, with the box that switches them off. */
export function QueueKeys({ choose }: QueueKeysProps) {
  const { t } = useTranslation();
  const [isOff, setIsOff] = useState(false);
  // After a decision the next card has the number of the one that is gone.
  const at = useRef(0);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const hasOther = event.ctrlKey || event.altKey || event.metaKey;
    if (!(key in keys) || hasOther || event.repeat || isTyping(event.target) || areSingleKeysOff())
      return;
    const cards = cardsOfPage();
    const current = cards.findIndex((card) => card.contains(document.activeElement));
    event.preventDefault();
    if (key === "a" || key === "r") {
      if (current < 0) return;
      at.current = current;
      cards[current].querySelector<HTMLElement>(pressed[key])?.click();
      return;
    }
    const wanted =
      current < 0 ? at.current - Number(key === "k") : current + (key === "j" ? 1 : -1);
    at.current = Math.max(0, Math.min(wanted, cards.length - 1));
    if (cards.length > 0) choose(at.current);
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <Disclosure
      title={t("navigation.keyboard")}
      onToggle={() => setIsOff(areSingleKeysOff())}
      className="mt-4 noscript:hidden pointer-coarse:hidden"
    >
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {Object.entries(keys).map(([key, message]) => (
          <li key={key} className="flex items-center gap-2">
            <kbd className="inline-block min-w-8 rounded-control border border-control-line bg-surface px-2 py-0.5 text-center text-sm">
              {key.toUpperCase()}
            </kbd>
            {t(message)}
          </li>
        ))}
      </ul>
      <Choice
        type="checkbox"
        checked={!isOff}
        onChange={({ target }) => {
          switchSingleKeys(target.checked);
          setIsOff(areSingleKeysOff());
        }}
      >
        {t("queue.keys.single")}
      </Choice>
    </Disclosure>
  );
}
