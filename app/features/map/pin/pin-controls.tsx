import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import { Disclosure } from "#app/ui/panes/disclosure.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { PinMove } from "./pin.ts";
import { PinCoordinates } from "./pin-coordinates.tsx";

interface PinControlsProps {
  value: Coordinates | null;
  /** Whether there is a map, or will be. */
  hasMap: boolean;
  /** Sets the pin in the map's middle. */
  onSetHere: () => void;
  onChange: (coordinates: Coordinates, how: PinMove) => void;
}

/** Ways to set a pin without a pointer: under the cross-hair, at the visitor's position, by coordinates. */
export function PinControls({ value, hasMap, onSetHere, onChange }: PinControlsProps) {
  const { t } = useTranslation();
  const own = useFindPosition((position) => onChange(position, "position"));
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        {hasMap && (
          <Button icon="place" onClick={onSetHere}>
            {t("pin.setHere")}
          </Button>
        )}
        <Button icon="locate" aria-disabled={own.isBusy} onClick={own.find}>
          {t("pin.ownPosition")}
        </Button>
      </div>
      <div role="alert">
        {own.fault && <p className="mt-2 text-closed">{t(`pin.position.${own.fault}`)}</p>}
      </div>
      <Disclosure
        title={t("pin.coordinates.title")}
        open={hasMap ? undefined : true}
        className="mt-1"
      >
        <PinCoordinates value={value} onChange={(coordinates) => onChange(coordinates, "typed")} />
      </Disclosure>
    </>
  );
}

/** Finds the visitor's position on demand, or the reason why it could not. */
function useFindPosition(onFound: (position: Coordinates) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<PositionFault | null>(null);
  const find = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setFault(null);
    const found = await findPosition(navigator.geolocation);
    setIsBusy(false);
    if (found.ok) onFound(found.position);
    else setFault(found.fault);
  };
  return { isBusy, fault, find };
}
