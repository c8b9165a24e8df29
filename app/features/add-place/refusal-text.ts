import type { TFunction } from "i18next";
import { addLimit } from "#domain/add-limit.ts";
import type { AddPlaceFailureCode } from "./add-place-answer.ts";

/** Why a place was not added, in the reader's language; what is wrong with a field stands beside it. */
export function refusalText(t: TFunction, code: AddPlaceFailureCode): string {
  if (code === "error.parameter" || code === "error.searchtext") return t("addPlace.faulty");
  return t(code, { max: addLimit });
}
