import { useState } from "react";
import { moveInOptions } from "./move-in-options.ts";

/** Whether a combobox's list is open, and which option is active: -1 while none is, as for new options. */
export function useOptionList(options: readonly unknown[], hasNote: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const [activity, setActivity] = useState({ options, active: -1 });
  const active = activity.options === options ? activity.active : -1;
  return {
    active,
    isShown: isOpen && (options.length > 0 || hasNote),
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      setActivity({ options, active: -1 });
    },
    /** Whether the key was the list's. */
    move: (key: string): boolean => {
      const next = moveInOptions(key, isOpen ? active : -1, options.length);
      if (next === null) return false;
      setIsOpen(true);
      setActivity({ options, active: next });
      return true;
    },
  };
}
