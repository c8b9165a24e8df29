import { useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { findPosition, type PositionError } from "#app/ui/find-position.ts";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";
import type { PinMove } from "./pin.ts";

interface PinControlsProps {
  value: Coordinates | null;
  /** Whether there is a map, or will be. */
  hasMap: boolean;
  /** Sets the pin in the map's middle. */
  onSetHere: () => void;
  onChange: (coordinates: Coordinates, how: PinMove) => void;
}

/** The way to a pin for a visitor who is there: the first control, above the map. */
export function OwnPositionButton({ onChange }: Pick<PinControlsProps, "onChange">) {
  const { t } = useTranslation();
  const own = useFindPosition((position) => onChange(position, "position"));
  return (
    <div className="mb-2">
      <Button
        variant="primary"
        icon="locate"
        aria-disabled={own.isBusy}
        onClick={own.find}
        className="w-full sm:w-auto"
      >
        {t("pin.ownPosition")}
      </Button>
      <div role="alert">
        {own.error && <p className="mt-2 text-closed">{t(`pin.position.${own.error}`)}</p>}
      </div>
    </div>
  );
}

/** Ways to set a pin without a pointer: under the cross-hair, by coordinates. */
export function PinControls({ value, hasMap, onSetHere, onChange }: PinControlsProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasMap && (
        <Button icon="place" onClick={onSetHere} className="mt-2">
          {t("pin.setHere")}
        </Button>
      )}
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
  const [error, setError] = useState<PositionError | null>(null);
  const find = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    const found = await findPosition(navigator.geolocation);
    setIsBusy(false);
    if (found.ok) onFound(found.position);
    else setError(found.error);
  };
  return { isBusy, error, find };
}

interface PinCoordinatesProps {
  value: Coordinates | null;
  onChange: (coordinates: Coordinates) => void;
}

const limits = { latitude: 90, longitude: 180 } as const;
type Axis = keyof typeof limits;

/**
 * The pin's coordinates as text, for visitors who know them or have no map. Both coordinates pasted into one
 * field spread over the two. No form sends these fields: the parent component sends the position.
 */
function PinCoordinates({ value, onChange }: PinCoordinatesProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const { texts, type, invalid, setInvalid } = useTexts(value);
  const apply = () => {
    const latitude = readTypedDegrees(texts.latitude, limits.latitude);
    const longitude = readTypedDegrees(texts.longitude, limits.longitude);
    setInvalid({ latitude: latitude === null, longitude: longitude === null });
    if (latitude !== null && longitude !== null) onChange([longitude, latitude]);
  };
  const isInvalid = invalid.latitude || invalid.longitude;
  return (
    <fieldset>
      <legend className="sr-only">{t("pin.coordinates.title")}</legend>
      <div className="flex flex-wrap items-end gap-3">
        {(["latitude", "longitude"] as const).map((axis) => (
          <label key={axis} className="min-w-36 flex-1">
            <span className="mb-1 block text-sm">{t(`pin.axis.${axis}`)}</span>
            <input
              type="text"
              autoComplete="off"
              enterKeyHint="done"
              placeholder={axis === "latitude" ? "47.497912" : "19.040235"}
              value={texts[axis]}
              aria-invalid={invalid[axis] || undefined}
              aria-describedby={isInvalid ? errorId : undefined}
              onChange={(event) => type(axis, event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                apply();
              }}
              className={fieldClass}
            />
          </label>
        ))}
        <Button className="min-h-12" onClick={apply}>
          {t("pin.coordinates.apply")}
        </Button>
      </div>
      <p role="alert" id={errorId} className="mt-1 text-sm text-closed">
        {isInvalid && t("pin.coordinates.fault")}
      </p>
    </fieldset>
  );
}

/** Content of the two fields: the pin, until the visitor types. */
function useTexts(value: Coordinates | null) {
  const [texts, setTexts] = useState(() => textsOf(value));
  const [invalid, setInvalid] = useState<Record<Axis, boolean>>(noErrors);
  const pin = value?.join();
  useEffect(() => {
    setTexts(textsOf(value));
    setInvalid(noErrors);
  }, [pin]);
  const type = (axis: Axis, text: string) => {
    const pair = readTypedPair(text);
    setInvalid(noErrors);
    setTexts((last) => (pair ? textsOf(pair) : { ...last, [axis]: text }));
  };
  return { texts, type, invalid, setInvalid };
}

const noErrors = { latitude: false, longitude: false };

function textsOf(value: Coordinates | null): Record<Axis, string> {
  if (!value) return { latitude: "", longitude: "" };
  return { latitude: formatDegrees(value[1]), longitude: formatDegrees(value[0]) };
}

/**
 * Reads typed degrees: `47.4979`, `47,4979`, `-0,5`, `47.4979°`, with spaces around. Null for any other text
 * or beyond the limit, 90 for a latitude, 180 for a longitude.
 */
export function readTypedDegrees(text: string, limit: number): number | null {
  const match = /^([+-]?\d{1,3}(?:[.,]\d{1,15})?)°?$/.exec(text.trim());
  if (!match) return null;
  const degrees = Number(match[1].replace(",", "."));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/**
 * Reads a latitude and a longitude in one text, in the order in which map services copy them: `47.4979,
 * 19.0402`, `47,4979 19,0402`, `47,4979; 19,0402`. Null for any other text; `47,19` is one number with a
 * decimal comma.
 */
export function readTypedPair(text: string): Coordinates | null {
  const parts = splitPair(text.trim());
  if (parts.length !== 2) return null;
  const latitude = readTypedDegrees(parts[0], 90);
  const longitude = readTypedDegrees(parts[1], 180);
  return latitude === null || longitude === null ? null : [longitude, latitude];
}

function splitPair(text: string): string[] {
  if (/[\s;]/.test(text)) return text.split(/\s*[,;]\s+|\s*;\s*|\s+/);
  const hasDecimalPoints = /^[^,]*\.[^,]*,[^,]*\.[^,]*$/.test(text);
  return hasDecimalPoints ? text.split(",") : [];
}
