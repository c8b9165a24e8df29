/**
 * What someone has seen before sending the form: nothing but the fields, as without script; the pin
 * on its map; or all there is to see, places nearby included. The form's field `reviewed` says it.
 */
export type Reviewed = "nothing" | "pin" | "all";

const steps: readonly Reviewed[] = ["nothing", "pin", "all"];

export function readReviewed(form: FormData): Reviewed {
  return steps.find((step) => step === form.get("reviewed")) ?? "nothing";
}
