import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";
import type { Place } from "#domain/place/place.ts";

/** The reason why a position was not set, and the sent position. */
export interface PositionFailure {
  readonly error: "invalid" | "unsaved" | "unavailable";
  readonly longitude: string;
  readonly latitude: string;
}

interface PositionPageProps {
  /** Null where it could not be read for the result. */
  place: Place | null;
  failure: PositionFailure | undefined;
  /** Page to which it leads afterwards. */
  backPath: string;
  /** Renders the map with the pin, which is another feature. */
  renderPinMap: (map: {
    readonly label: string;
    readonly value: Coordinates;
    readonly onChange: (point: Coordinates) => void;
    readonly isAdjusting: boolean;
  }) => ReactNode;
}

/** The staff's form for a place's position: a pin on the map, or two numbers without script. */
export function PositionPage({ place, failure, backPath, renderPinMap }: PositionPageProps) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const nameOf = usePlaceTitles();
  const isSending = useNavigation().formMethod === "POST";
  const [point, setPoint] = useState(place?.coordinates ?? null);
  const title = t("moderation.position.action");
  const texts = {
    latitude: failure?.latitude ?? (point ? formatDegrees(point[1]) : ""),
    longitude: failure?.longitude ?? (point ? formatDegrees(point[0]) : ""),
  };
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 wrap-anywhere text-muted">{place && nameOf(place).whole}</p>
      {failure && (
        <Alert kind="danger" className="mb-4">
          {t(failureTexts[failure.error])}
        </Alert>
      )}
      {place?.position_approximate && <p className="mb-2">{t("moderation.position.was")}</p>}
      <p className="mb-4">{t("moderation.position.text")}</p>
      {isHydrated &&
        point &&
        renderPinMap({
          label: t("addPlace.where.pin"),
          value: point,
          onChange: setPoint,
          isAdjusting: true,
        })}
      <Form method="post" className="mt-4" aria-busy={isSending}>
        <div
          className={joinClasses(
            "mb-4 max-w-lg grid-cols-2 gap-x-4 noscript:grid",
            point ? "hidden" : "grid",
          )}
        >
          {(["latitude", "longitude"] as const).map((name) => (
            <label key={name} className="min-w-0">
              <span className="mb-1 block font-bold">{t(`pin.axis.${name}`)}</span>
              <input
                name={name}
                inputMode="decimal"
                autoComplete="off"
                // With script the map sends the position; without, the last typed text stays.
                {...(isHydrated && point
                  ? { value: formatDegrees(point[name === "latitude" ? 1 : 0]), readOnly: true }
                  : { defaultValue: texts[name] })}
                className={fieldClass}
              />
            </label>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon="check" aria-disabled={isSending}>
            {t("moderation.position.save")}
          </Button>
          <ButtonLink to={backPath}>{t("action.cancel")}</ButtonLink>
        </div>
      </Form>
    </PageMain>
  );
}

const failureTexts = {
  invalid: "moderation.position.fault",
  unsaved: "error.error",
  unavailable: "error.unavailable",
} as const satisfies Record<PositionFailure["error"], string>;
