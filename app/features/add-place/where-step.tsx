import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { AddressFields } from "./address-fields.tsx";
import { AddressPin } from "./address-pin.tsx";
import { CoordinateFields } from "./coordinate-fields.tsx";
import { FormStep } from "./form-step.tsx";
import { ManualPin } from "./manual-pin.tsx";
import type { MapParts } from "./map-parts.ts";
import { isDetailed } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";
import { RoughPosition } from "./rough-position.tsx";
import type { PinMove } from "./use-pin-move.ts";

interface WhereStepProps extends MapParts {
  /** The pin on its way to another point, in the tab by address. */
  pinMove: PinMove;
}

/** Where the place is: by its address or by a point on the map (docs/product#two-ways-to-a-position). */
export function WhereStep({ renderAddressSearch, renderPinMap, pinMove }: WhereStepProps) {
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
          pinMove.cancel();
          change({ mode });
        }}
      >
        <div className="mb-4 noscript:hidden">
          {draft.mode === "manual" ? (
            <ManualPin renderPinMap={renderPinMap} />
          ) : (
            <>
              {isHydrated &&
                renderAddressSearch({
                  label: t("addPlace.where.search"),
                  onRetrieved: (address, searchText) => {
                    pinMove.cancel();
                    pickAddress(address, searchText);
                  },
                })}
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
      {draft.mode === "manual" && <RoughPosition />}
      <div className={isOpen ? undefined : "hidden noscript:block"}>
        <AddressFields />
      </div>
      {draft.mode === "address" && (
        <RoughPosition
          onPlacePin={pinMove.isAdjusting ? undefined : pinMove.begin}
          onSettled={pinMove.cancel}
        />
      )}
      {draft.mode === "address" && isOpen && (
        <AddressPin renderPinMap={renderPinMap} pinMove={pinMove} />
      )}
    </FormStep>
  );
}
