import { useTranslation } from "react-i18next";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { RenderPinMap } from "./map-parts.ts";
import { positionOf } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";
import { useAddressLookup } from "./use-address-lookup.ts";

/** A map to point at: the point's address is looked up, and stays for typing where nothing answers. */
export function ManualPin({ renderPinMap }: { renderPinMap: RenderPinMap }) {
  const { t } = useTranslation();
  const { draft, choosePoint, takeFound } = usePlaceForm();
  const isHydrated = useIsHydrated();
  const lookup = useAddressLookup(takeFound);
  return (
    <>
      <p className="mb-3">{t("addPlace.where.point")}</p>
      {isHydrated &&
        renderPinMap({
          label: t("addPlace.where.pin"),
          value: positionOf(draft),
          onChange: (point) => {
            choosePoint(point);
            lookup.ask(point);
          },
          isAdjusting: true,
        })}
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {lookup.state !== "idle" && t(`addPlace.lookup.${lookup.state}`)}
      </p>
    </>
  );
}
