import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
}

/** A button; `type="button"` unless it says otherwise. */
export function Button({ variant, size, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={buttonClass(variant, size, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
