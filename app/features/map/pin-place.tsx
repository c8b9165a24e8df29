import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { type Coordinates, formatDegrees } from "#domain/coordinates.ts";

/** A pin that may be further off than this is said to be. */
const tolerableAccuracyMeters = 20;

interface PinPlaceProps {
  value: Coordinates | null;
  /** How far from the truth it may be; 0 where nobody knows better. */
  accuracyMeters: number;
}

/** Where the pin is, and how far off it may be: announced when it changes. */
export function PinPlace({ value, accuracyMeters }: PinPlaceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const isRough = value !== null && accuracyMeters > tolerableAccuracyMeters;
  return (
    <p role="status" className="mt-2 text-sm text-muted">
      {value === null
        ? t("pin.none")
        : t("pin.at", { latitude: formatDegrees(value[1]), longitude: formatDegrees(value[0]) })}
      {isRough && (
        <span className="block text-text">
          {t("pin.rough", { distance: format.distance(accuracyMeters) })}
        </span>
      )}
    </p>
  );
}
