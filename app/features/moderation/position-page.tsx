import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";

/** The reason why a position was not set, and the sent position. */
export interface PositionFailure {
  readonly error: "invalid" | "unsaved" | "unavailable";
  readonly longitude: string;
  readonly latitude: string;
}

/** Place, or row of a list, whose position is set; a row may have none yet. */
interface Positioned {
  readonly name: string;
  readonly coordinates: Coordinates | null;
  readonly isApproximate: boolean;
}

interface PositionPageProps {
  /** Null where it could not be read for the result. */
  positioned: Positioned | null;
  failure: PositionFailure | undefined;
  /** Page to which it leads afterwards. */
  backPath: string;
  /** Renders the map with the pin, which is another feature. */
  renderPinMap: (map: {
    readonly label: string;
    readonly value: Coordinates | null;
    readonly onChange: (point: Coordinates) => void;
    readonly isAdjusting: boolean;
  }) => ReactNode;
}

/** The staff's form for a position: a pin on the map, or two numbers without script. */
export function PositionPage(props: PositionPageProps) {
  const { positioned, failure, backPath, renderPinMap } = props;
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const isSending = useNavigation().formMethod === "POST";
  const [point, setPoint] = useState(positioned?.coordinates ?? null);
  const title = t("moderation.position.action");
  const texts = {
    latitude: failure?.latitude ?? degreesOf(point, "latitude"),
    longitude: failure?.longitude ?? degreesOf(point, "longitude"),
  };
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 wrap-anywhere text-muted">{positioned?.name}</p>
      {failure && (
        <Alert kind="danger" className="mb-4">
          {t(failureTexts[failure.error])}
        </Alert>
      )}
      {positioned?.isApproximate && <p className="mb-2">{t("moderation.position.was")}</p>}
      <p className="mb-4">{t("moderation.position.text")}</p>
      {isHydrated &&
        positioned &&
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
            positioned ? "hidden" : "grid",
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
                {...(isHydrated && positioned
                  ? { value: degreesOf(point, name), readOnly: true }
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

function degreesOf(point: Coordinates | null, axis: "latitude" | "longitude"): string {
  return point ? formatDegrees(point[axis === "latitude" ? 1 : 0]) : "";
}

const failureTexts = {
  invalid: "moderation.position.fault",
  unsaved: "error.error",
  unavailable: "error.unavailable",
} as const satisfies Record<PositionFailure["error"], string>;
