import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import type { Coordinates } from "#domain/coordinates.ts";
import { PinCoordinates } from "./pin-coordinates.tsx";
import type { PinMove } from "./pin-map-props.ts";
import { useFindPosition } from "./use-find-position.ts";

interface PinControlsProps {
  value: Coordinates | null;
  /** Whether there is a map, or will be. */
  hasMap: boolean;
  /** To set the pin where the map's middle is. */
  onSetHere: () => void;
  onChange: (coordinates: Coordinates, how: PinMove) => void;
}

/** The ways to set a pin that need no pointer: under the cross-hair, where one is, by coordinates. */
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
