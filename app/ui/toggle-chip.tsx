import type { ComponentProps } from "react";
import { chipClass } from "./chip-class.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

interface ToggleChipProps extends ComponentProps<"button"> {
  isPressed: boolean;
  icon?: IconName;
}

/**
 * A toggle button in the shape of a chip: pressed is filled and has a tick.
 *
 * It is a submit button, so that it works in a GET form before script has arrived: give it `name`
 * and `value` only while it is not pressed, and hidden inputs for what else is on.
 */
export function ToggleChip({ isPressed, icon, className, children, ...rest }: ToggleChipProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-pressed={isPressed}
      className={chipClass(isPressed, className)}
    >
      {isPressed ? <Icon name="check" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
