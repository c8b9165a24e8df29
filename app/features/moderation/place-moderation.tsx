import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { editPath, historyPath, openStreetMapUrl } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/counted-text-area.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { restoreDays } from "#domain/moderation/decision.ts";
import type { Place } from "#domain/place/place.ts";
import { ModerationForm, positionPath, useModeration } from "./moderation-form.tsx";
import { OpeningSummary } from "./queue/opening-summary.tsx";

interface PlaceModerationProps {
  place: Place;
  /** Called when the place was deleted here. */
  onGone?: () => void;
}

/** The staff's actions for a place, on its card and in its panel. */
export function PlaceModeration({ place, onGone }: PlaceModerationProps) {
  const { t } = useTranslation();
  const name = usePlaceTitles()(place).whole;
  useDeletion(place.id, onGone);
  return (
    <fieldset className="flex flex-wrap items-start gap-2 py-2">
      <legend className="sr-only">{t("moderation.controls", { name })}</legend>
      {!place.accepted && <AcceptPlace place={place} name={name} />}
      <DeletePlace place={place} name={name} />
      {(!place.accepted || place.position_approximate) && (
        <PositionLink id={place.id} name={name} />
      )}
      <ButtonLink to={editPath(place.id)} icon="edit" aria-label={`${t("edit.open")}: ${name}`}>
        {t("edit.open")}
      </ButtonLink>
      <ButtonLink
        to={historyPath(place.id)}
        icon="clock"
        aria-label={`${t("edit.toHistory")}: ${name}`}
      >
        {t("edit.toHistory")}
      </ButtonLink>
      <MapsServiceLink point={place} name={name} />
      {place.opening_hours !== undefined && (
        <div className="w-full">
          <OpeningSummary place={place} />
        </div>
      )}
    </fieldset>
  );
}

/** Calls back when a place was deleted while its controls are shown. */
function useDeletion(placeId: number, onGone: (() => void) | undefined): void {
  const { data } = useModeration();
  const seen = useRef(data);
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(() => {
    if (data === seen.current) return;
    seen.current = data;
    if (!data?.ok || !("outcome" in data) || data.intent !== "decide") return;
    if (data.outcome === "delete" && data.ids.includes(placeId)) latest.current?.();
  }, [data, placeId]);
}

interface DecisionProps {
  /** As it is shown: of another version nothing is decided. */
  place: Pick<Place, "id" | "version" | "accepted">;
  name: string;
}

export function AcceptPlace({ place: { id, version }, name }: DecisionProps) {
  const { t } = useTranslation();
  const label = t("moderation.accept.action");
  return (
    <ModerationForm kind="waiting" outcome="accept" ids={[id]} versions={{ [id]: version }}>
      <Button type="submit" variant="primary" icon="check" aria-label={`${label}: ${name}`}>
        {label}
      </Button>
    </ModerationForm>
  );
}

/** Deletes a place, after one question; of one that waits, its contributor is notified. */
export function DeletePlace({ place, name }: DecisionProps) {
  const { t } = useTranslation();
  const { id, version, accepted } = place;
  return (
    <ModerationForm
      kind={accepted ? "places" : "waiting"}
      outcome="delete"
      ids={[id]}
      versions={{ [id]: version }}
      className="has-open:basis-full"
    >
      <ConfirmedSubmit
        icon="delete"
        label={t("moderation.delete.action")}
        about={name}
        question={t("moderation.delete.question", { name, days: restoreDays })}
        field={!accepted && <ReasonField />}
        confirmLabel={t("moderation.delete.confirm")}
      />
    </ModerationForm>
  );
}

interface PositionLinkProps {
  id: number;
  /** Names the place, for visitors who hear only the link. */
  name: string;
  /** Page to which the administrator returns: the queue, else the place on the map. */
  from?: "moderation";
}

export function PositionLink({ id, name, from }: PositionLinkProps) {
  const { t } = useTranslation();
  const label = t("moderation.position.action");
  return (
    <ButtonLink to={positionPath(id, from)} icon="place" aria-label={`${label}: ${name}`}>
      {label}
    </ButtonLink>
  );
}

interface MapsServiceLinkProps {
  point: { latitude: number; longitude: number };
  /** Names the point, for visitors who hear only the link. */
  name: string;
}

/** Opens a point in another map, in a tab of its own (docs/product#link-to-another-map). */
export function MapsServiceLink({ point, name }: MapsServiceLinkProps) {
  const { t } = useTranslation();
  return (
    <a
      href={openStreetMapUrl(point)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("moderation.mapsService.label", { name })}
      className={buttonClass("quiet")}
    >
      <Icon name="external" />
      {t("moderation.mapsService.name")}
    </a>
  );
}
