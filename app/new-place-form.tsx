import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { AddressSearch } from "#app/features/address-search/address-search.tsx";
import { PinMap } from "#app/features/map/pin/pin-map.tsx";
import { usePinStart } from "#app/features/map/pin/use-pin-start.ts";
import {
  AddPlaceForm,
  type AddPlaceFormProps,
} from "#app/features/place-form/adding/add-place-form.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type Coordinates, parseCoordinates } from "#domain/geography/coordinates.ts";

// Where the form is, what sends it is too.
export { savePlace } from "#app/features/place-form/adding/add-place-form.tsx";

/** The form that adds a place, in a chunk of its own: most visitors of the list add nothing. */
export function NewPlaceForm(form: Pick<AddPlaceFormProps, "result" | "paths">) {
  const [search] = useSearchParams();
  const given = useGivenPoint(form.paths.open);
  const near = parseCoordinates(search.get("near") ?? "");
  const start = usePinStart(near);
  return (
    <AddPlaceForm
      {...form}
      given={given}
      hasPoint={near !== null}
      renderAddressSearch={(search) => <AddressSearch {...search} />}
      renderPinMap={(map) =>
        start ? <PinMap {...map} start={start} /> : <Skeleton className="h-72 sm:h-88" />
      }
    />
  );
}

/** Point of `?at=`, which the URL loses: a reload must not put a moved pin back. */
function useGivenPoint(path: string): Coordinates | null {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [given] = useState(() => parseCoordinates(search.get("at") ?? ""));
  const forget = useEffectEvent(() => {
    const still = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    if (given) void navigate(path, still);
  });
  useEffect(() => forget(), []);
  return given;
}
