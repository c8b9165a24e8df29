import { type PlaceFact, placeFacts } from "#domain/place/place-facts.ts";
import { formText } from "#domain/validation/form-text.ts";
import { recordOf } from "#domain/validation/record-of.ts";

/** Facts as a form holds them: each a text, empty where it is not known. */
export type FactTexts = Readonly<Record<PlaceFact, string>>;

export const noFactTexts: FactTexts = recordOf(placeFacts, () => "");

/** Name of a fact's input in a form. */
export function factInput(fact: PlaceFact): string {
  return `facts.${fact}`;
}

/** The facts in a sent form; missing fields are empty. */
export function readFactTexts(form: FormData): FactTexts {
  return recordOf(placeFacts, (fact) => formText(form, factInput(fact)));
}

/** A form's facts as a body of the API has them, for `placeFactsSchema` to read; unknown ones are left out. */
export function describeFacts(texts: FactTexts): Readonly<Record<string, string | number>> {
  const known = placeFacts.filter((fact) => texts[fact].trim() !== "");
  return Object.fromEntries(
    known.map((fact) => [fact, fact === "door_width" ? Number(texts[fact]) : texts[fact]]),
  );
}
