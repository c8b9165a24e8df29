import { useSearchParams } from "react-router";
import { parseCoordinates } from "#domain/coordinates.ts";
import { AddPlaceForm, type AddPlaceFormProps } from "./features/add-place/add-place-form.tsx";
import { AddressSearch } from "./features/address-search/address-search.tsx";
import { PinMap } from "./features/map/pin-map.tsx";
import { usePinStart } from "./features/map/use-pin-start.ts";
import { Skeleton } from "./ui/skeleton.tsx";

/**
 * The form that adds a place, and what other features put into it. A chunk of its own: most who open
 * the list add nothing.
 */
export function NewPlaceForm(form: Pick<AddPlaceFormProps, "answer" | "addresses">) {
  const [search] = useSearchParams();
  const start = usePinStart(parseCoordinates(search.get("near") ?? ""));
  return (
    <AddPlaceForm
      {...form}
      renderAddressSearch={(search) => <AddressSearch {...search} />}
      renderPinMap={(map) =>
        start ? <PinMap {...map} start={start} /> : <Skeleton className="h-72 sm:h-88" />
      }
    />
  );
}
