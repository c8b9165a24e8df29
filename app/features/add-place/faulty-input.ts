import type { FieldFault } from "#domain/field-fault.ts";
import type { PlaceDraft } from "./place-draft.ts";

const inputs: Readonly<Record<string, string>> = {
  city: "place",
  address: "address_line1",
  pin: "position_approximate",
};

/** The name of the form's input that a fault of a place is about; of a half-filled day the empty one. */
export function faultyInput({ field }: FieldFault, { days }: PlaceDraft): string {
  const [name, weekday] = field.split(".");
  if (weekday === undefined) return inputs[name] ?? name;
  const { from, to } = days[Number(weekday)];
  return from !== "" && to === "" ? `to_${weekday}` : `from_${weekday}`;
}
