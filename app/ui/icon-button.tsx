import { Button, type ButtonProps } from "./button.tsx";
import type { IconName } from "./icon-names.ts";

interface IconButtonProps extends Omit<ButtonProps, "children" | "aria-label"> {
  icon: IconName;
  /** What it does, for those who don't see the icon and for the tooltip. */
  label: string;
}

/** A square button that shows an icon alone. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      {...rest}
      aria-label={label}
      title={label}
      className={`px-0! ${className ?? ""}`}
    />
  );
}
