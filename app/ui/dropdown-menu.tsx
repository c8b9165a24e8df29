import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import { joinClasses } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

interface DropdownMenuProps {
  /** Text on the button: the present choice. */
  label: string;
  /** Name of the choice, for screen readers. */
  name: string;
  icon?: IconName;
  children: ReactNode;
  className?: string;
}

/** A button with links below it: a `<details>`, which with script also closes on Escape, a press elsewhere and a choice. */
export function DropdownMenu({ label, name, icon, children, className }: DropdownMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current) details.current.open = false;
  };

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.current?.open) return;
    event.preventDefault();
    close();
    details.current.querySelector("summary")?.focus();
  };
  const closeAfterChoice = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest("a,button")) return;
    close();
    details.current?.querySelector("summary")?.focus();
  };
  const closeOnLeaving = (event: FocusEvent) => {
    if (event.relatedTarget && !details.current?.contains(event.relatedTarget)) close();
  };

  return (
    <details
      ref={details}
      className={joinClasses("group relative", className)}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeaving}
      onClick={closeAfterChoice}
    >
      <summary className="flex min-h-11 items-center gap-2 rounded-control px-3 py-2 hover:bg-brand-tint">
        {icon && <Icon name={icon} />}
        <span>
          <span className="sr-only">{name}: </span>
          {label}
        </span>
        <Icon
          name="chevron-down"
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}

/** Classes of a link or button in a menu; the current one is bold on a tint. */
export const menuItemClass =
  "flex min-h-11 w-full items-center gap-2 rounded-control px-3 py-2 text-text no-underline " +
  "hover:bg-brand-tint aria-[current]:bg-brand-tint aria-[current]:font-bold aria-[current]:text-brand";
