import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { joinClasses } from "#app/ui/class-names.ts";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** Content of the selected tab. */
  children: ReactNode;
}

/**
 * Tabs by the ARIA pattern: one stop for the Tab key, and arrows, Home and End select; without script the content
 * alone.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const idOf = (name: string, part: "tab" | "panel") => `${id}-${name}-${part}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = nextTab(event.key, at, tabs.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(tabs[next].name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next].focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-4 flex gap-1 rounded-control bg-unknown-tint p-1 noscript:hidden"
      >
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={idOf(name, "tab")}
            aria-selected={name === selected}
            aria-controls={idOf(name, "panel")}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
            className={joinClasses(
              "min-h-11 min-w-0 grow basis-0 rounded-control px-3 py-2 font-bold transition-colors",
              name === selected
                ? "bg-raised text-brand not-focus-visible:outline not-focus-visible:outline-1 not-focus-visible:outline-control-line"
                : "text-text hover:bg-brand-tint",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ name }) => (
        <div
          key={name}
          role="tabpanel"
          id={idOf(name, "panel")}
          aria-labelledby={idOf(name, "tab")}
          hidden={name !== selected}
        >
          {name === selected && children}
        </div>
      ))}
    </>
  );
}

/** Index of the tab after a key among `count` tabs, round the ends; null for other keys. */
function nextTab(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
