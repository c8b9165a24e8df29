import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

interface NavigateButtonProps {
  /** Where the visitor is; null while nobody knows. */
  position: Coordinates | null;
  /** Whether it takes the focus as it appears, where a walk was ended. */
  isFocused: boolean;
  /** Called with where the walk begins. */
  onStart: (start: Coordinates) => void;
}

/** Starts the way to the chosen place; where the visitor's position is not known, it asks for that first. */
export function NavigateButton({ position, isFocused, onStart }: NavigateButtonProps) {
  const { t } = useTranslation();
  const [isLocating, setIsLocating] = useState(false);
  const [fault, setFault] = useState<PositionFault | null>(null);

  async function start() {
    if (isLocating) return;
    if (position) return onStart(position);
    setIsLocating(true);
    setFault(null);
    const found = await findPosition(navigator.geolocation);
    setIsLocating(false);
    if (found.ok) onStart(found.position);
    else setFault(found.fault);
  }

  return (
    <>
      <Button
        ref={isFocused ? focusQuietly : undefined}
        variant="primary"
        icon="navigate"
        className="noscript:hidden"
        aria-disabled={isLocating || undefined}
        onClick={() => void start()}
      >
        {t(isLocating ? "directions.locating" : "directions.start")}
      </Button>
      {fault && (
        <Alert kind="info" className="order-last basis-full" onDismiss={() => setFault(null)}>
          {t(`directions.position.${fault}`)}
        </Alert>
      )}
    </>
  );
}

function focusQuietly(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}
