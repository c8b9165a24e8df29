import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import type { ShortcutKey } from "#domain/map/shortcuts.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import { KeyboardMessagesProvider } from "./keyboard-messages.tsx";

/** Elements that the shortcuts lead to; the first that is shown. */
const targets: Readonly<Record<Exclude<ShortcutKey, "?">, string>> = {
  "/": ".map-search input",
  n: ".map-nearest button",
  f: ".map-chips button",
  m: ".map-live .maplibregl-canvas, .map-live [data-map-state][tabindex]",
  w: "[data-map-walk]",
  l: "#map-sheet",
};

/** Shortcuts that press what they lead to. */
const pressing: readonly ShortcutKey[] = ["n", "w"];

/** Does what a shortcut does; nothing where the page does not show its target, as while it guides. */
export function pressShortcut(key: Exclude<ShortcutKey, "?">): void {
  if (key === "w" && document.activeElement?.closest("[data-walk]")) return;
  const shown = [...document.querySelectorAll<HTMLElement>(targets[key])];
  const target = shown.find(isShown);
  target?.focus();
  if (pressing.includes(key)) target?.click();
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
}

/** A row of the list: keys, and what they do. */
type Row = readonly [keys: readonly string[], action: MessageKey];

const groups: readonly { title: MessageKey; rows: readonly Row[] }[] = [
  {
    title: "keys.page.title",
    rows: [
      [["?"], "keys.page.help"],
      [["/"], "search.label"],
      [["N"], "keys.page.nearest"],
      [["F"], "keys.page.filters"],
      [["M"], "keys.page.map"],
      [["W"], "keys.page.walk"],
      [["L"], "keys.page.list"],
      [["Esc"], "keys.page.close"],
    ],
  },
  {
    title: "keys.map.title",
    rows: [
      [["arrows"], "keys.map.move"],
      [["+", "−"], "keys.map.zoom"],
      [["Enter"], "keys.map.choose"],
    ],
  },
  {
    title: "keys.marker.title",
    rows: [
      [["arrows"], "keys.marker.next"],
      [["Home", "End"], "keys.marker.ends"],
      [["Enter"], "keys.marker.choose"],
      [["+", "−"], "keys.map.zoom"],
      [["Esc"], "keys.marker.back"],
    ],
  },
];

/** Spoken names of keys that are signs. */
const names: Readonly<Record<string, MessageKey>> = {
  "+": "keys.name.plus",
  "−": "keys.name.minus",
  "?": "keys.name.question",
  "/": "keys.name.slash",
};

interface ShortcutsDialogProps {
  onClose: () => void;
  /** Whether the visitor has switched the shortcuts off. */
  areOff: () => boolean;
  onSwitch: (areOn: boolean) => void;
}

/** The list of the shortcuts, and the box that switches those of a single key off (WCAG 2.2, 2.1.4). */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <KeyboardMessagesProvider>
      <ShortcutList {...props} />
    </KeyboardMessagesProvider>
  );
}

function ShortcutList({ onClose, areOff, onSwitch }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  const [isOff, setIsOff] = useState(areOff);
  return (
    <Dialog isOpen onClose={onClose} title={t("keys.title")}>
      {groups.map(({ title, rows }) => (
        <section key={title} className="mb-4">
          <h3 className="mb-1 text-base">{t(title)}</h3>
          <dl className="divide-y divide-line">
            {rows.map(([keys, action]) => (
              <div key={action} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
                <dt className="flex w-28 shrink-0 sm:w-36 flex-wrap gap-1">
                  {keys.map((key) => (
                    <Key key={key} of={key} />
                  ))}
                </dt>
                <dd className="min-w-0 flex-1">{t(action)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Choice
        type="checkbox"
        checked={!isOff}
        onChange={({ target }) => {
          onSwitch(target.checked);
          setIsOff(areOff());
        }}
      >
        {t("keys.single")}
      </Choice>
      <p className="text-sm text-muted">{t("keys.singleHint")}</p>
    </Dialog>
  );
}

function Key({ of }: { of: string }) {
  const { t } = useTranslation();
  const name = names[of];
  return (
    <kbd className="inline-block min-w-8 rounded-control border border-control-line bg-surface px-2 py-0.5 text-center text-sm">
      {of === "arrows" && t("keys.name.arrows")}
      {name && (
        <>
          <span aria-hidden="true">{of}</span>
          <span className="sr-only">{t(name)}</span>
        </>
      )}
      {of !== "arrows" && !name && of}
    </kbd>
  );
}
