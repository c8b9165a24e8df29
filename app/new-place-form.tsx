import { AddPlaceForm, type AddPlaceFormProps } from "./features/add-place/add-place-form.tsx";
import { AddressSearch } from "./features/address-search/address-search.tsx";
import { PinMap } from "./features/map/pin-map.tsx";

/**
 * The form that adds a place, and what other features put into it. A chunk of its own: most who open
 * the list add nothing.
 */
export function NewPlaceForm(form: Pick<AddPlaceFormProps, "answer" | "addresses">) {
  return (
    <AddPlaceForm
      {...form}
      renderAddressSearch={(search) => <AddressSearch {...search} />}
      renderPinMap={(map) => <PinMap {...map} />}
    />
  );
}
