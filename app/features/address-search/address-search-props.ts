import type { Ref } from "react";
import type { Coordinates } from "#domain/coordinates.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";

export interface AddressSearchProps {
  /** What is searched for, above the field. */
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  /** Shown while the field is empty. */
  placeholder?: string;
  /** What stands in the field at first, searched for at once. */
  initialText?: string;
  /** Called when a suggestion was chosen and its address has come, with what was typed to find it. */
  onRetrieved: (address: GeoAddress, searchText: string) => void;
  /** Called when one of our own places was chosen; without it only addresses are suggested. */
  onPlace?: (id: number) => void;
  /** Called when the field was emptied. */
  onCleared?: () => void;
  /** Answers near this point come first. */
  near?: Coordinates | null;
  /** The text field. */
  ref?: Ref<HTMLInputElement>;
}
