import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import { FormField, FormStep } from "#app/features/place-form/form/form-field.tsx";
import { isDetailed, positionOf } from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useHome } from "#app/i18n/home.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { findAddress } from "#app/network/find-address.ts";
import { type Border, loadBorder } from "#app/network/load-border.ts";
import { Button } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { isInside } from "#domain/geography/shapes.ts";
import { AddressFields } from "./address-fields.tsx";
import { AddressPin, type MapParts, type PinAdjustment, RoughPosition } from "./address-pin.tsx";

interface WhereStepProps extends MapParts {
  /** The pin that is being adjusted, in the tab by address. */
  pinAdjustment: PinAdjustment;
  /** Point with which the form was opened; null without one. */
  given: Coordinates | null;
}

/** Step 'where': by address or by a point on the map (docs/product#two-ways-to-a-position). */
export function WhereStep(props: WhereStepProps) {
  const { renderAddressSearch, renderPinMap, pinAdjustment, given } = props;
  const { t } = useTranslation();
  const { draft, change, pickAddress } = usePlaceForm();
  const isHydrated = useIsHydrated();
  const isOpen = isDetailed(draft);
  return (
    <FormStep number={1} title={t("addPlace.where.title")}>
      <input type="hidden" name="mode" value={draft.mode} />
      <input type="hidden" name="confidence" value={draft.confidence ?? ""} />
      <input type="hidden" name="precision" value={draft.precision ?? ""} />
      <Tabs
        label={t("addPlace.where.tabs")}
        tabs={[
          { name: "address", label: t("addPlace.where.byAddress") },
          { name: "manual", label: t("addPlace.where.onMap") },
        ]}
        selected={draft.mode}
        onSelect={(mode) => {
          pinAdjustment.cancel();
          change({ mode });
        }}
      >
        <div className="mb-4 noscript:hidden">
          {draft.mode === "manual" ? (
            <ManualPin renderPinMap={renderPinMap} given={given} />
          ) : (
            <>
              {isHydrated ? (
                renderAddressSearch({
                  label: t("addPlace.where.search"),
                  onRetrieved: (address, searchText) => {
                    pinAdjustment.cancel();
                    pickAddress(address, searchText);
                  },
                })
              ) : (
                <Skeleton className="h-19" />
              )}
              {!isOpen && (
                <Button
                  variant="quiet"
                  icon="map"
                  className="mt-2 -ml-2 px-2! text-left"
                  onClick={() => change({ mode: "manual" })}
                >
                  {t("addPlace.where.notListed")}
                </Button>
              )}
            </>
          )}
        </div>
      </Tabs>
      <CoordinateFields />
      <BorderHint point={positionOf(draft)} />
      {draft.mode === "manual" && <RoughPosition />}
      <div className={isOpen ? undefined : "hidden noscript:block"}>
        <AddressFields />
      </div>
      {draft.mode === "address" && (
        <RoughPosition
          onPlacePin={pinAdjustment.isAdjusting ? undefined : pinAdjustment.begin}
          onSettled={pinAdjustment.cancel}
        />
      )}
      {draft.mode === "address" && isOpen && (
        <AddressPin renderPinMap={renderPinMap} pinAdjustment={pinAdjustment} />
      )}
    </FormStep>
  );
}

/** A map for choosing a point: its address is looked up, and can be typed where no response comes. */
function ManualPin({ renderPinMap, given }: Pick<WhereStepProps, "renderPinMap" | "given">) {
  const { t } = useTranslation();
  const { draft, choosePoint, takeFound } = usePlaceForm();
  const isHydrated = useIsHydrated();
  const lookup = useAddressLookup(given && positionOf(draft), takeFound);
  return (
    <>
      <p className="mb-3">{t("addPlace.where.point")}</p>
      {isHydrated &&
        renderPinMap({
          label: t("addPlace.where.pin"),
          value: positionOf(draft),
          onChange: (point) => {
            choosePoint(point);
            lookup.lookUp(point);
          },
          isAdjusting: true,
        })}
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {lookup.state !== "idle" && t(`addPlace.lookup.${lookup.state}`)}
      </p>
    </>
  );
}

/** Says of a point that it lies outside the operator's area; it is not an error (docs/product#border). */
function BorderHint({ point }: { point: Coordinates | null }) {
  const { t } = useTranslation();
  const { border: borderPath } = useHome();
  const [border, setBorder] = useState<Border | null>(null);
  const needsBorder = point !== null && borderPath !== undefined;
  useEffect(() => {
    if (needsBorder) loadBorder(borderPath).then(setBorder);
  }, [needsBorder, borderPath]);
  const rings = useMemo(() => border?.coordinates.map((ring) => ring.flat()), [border]);
  const isOutside = point !== null && rings !== undefined && !isInside(rings, point);
  return (
    <p role="status" className={isOutside ? "my-2 text-sm text-muted" : "sr-only"}>
      {isOutside && t("addPlace.where.outside")}
    </p>
  );
}

/** Coordinates of the chosen point in the form; visible and typed only without script. */
export function CoordinateFields() {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  const errorOf = (name: string) => errors.find(({ field }) => field === name);
  return (
    <div className="mb-4 hidden grid-cols-2 gap-x-4 noscript:grid">
      {(["latitude", "longitude"] as const).map((name) => {
        const error = errorOf(name);
        return (
          <FormField
            key={name}
            label={t(`pin.axis.${name}`)}
            error={error && fieldErrorText(t, error, draft)}
          >
            {(attributes) => (
              <input
                {...attributes}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
                className={fieldClass}
              />
            )}
          </FormField>
        );
      })}
      <p className="col-span-2 mt-1 text-sm text-muted">{t("addPlace.where.coordinates")}</p>
    </div>
  );
}

/** Delay before the lookup, so that a moving pin requests nothing. */
const settleMs = 300;

type LookupState = "idle" | "asking" | "found" | "landmark" | "settlement" | "nothing" | "failed";

/** Looks up the address of the last point, at first of the given one. */
function useAddressLookup(given: Coordinates | null, onFound: (address: GeoAddress) => void) {
  const { i18n } = useTranslation();
  const [point, setPoint] = useState(given);
  const [state, setState] = useState<LookupState>(given ? "asking" : "idle");
  const take = useEffectEvent((address: GeoAddress | "nothing" | "failed") => {
    if (typeof address === "string") return setState(address);
    const isStreet = address.precision === "address" || address.precision === "street";
    setState(address.kind ? "landmark" : isStreet ? "found" : "settlement");
    onFound(address);
  });
  const { language } = i18n;

  useEffect(() => {
    if (point === null) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const address = await findAddress(point, language, abort.signal);
      if (!abort.signal.aborted) take(address);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [point, language]);

  return {
    state,
    lookUp: (next: Coordinates) => {
      setPoint(next);
      setState("asking");
    },
  };
}
