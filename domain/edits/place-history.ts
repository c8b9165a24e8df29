import * as v from "valibot";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import { editFields, type PlaceContent, placeChangeSchema } from "./place-change.ts";
import { editsPerPage } from "./proposal.ts";

/** Who changed a place: an import, a contributor or staff (docs/product#history). */
const editSources = ["import", "contributor", "staff"] as const;

export type EditSource = (typeof editSources)[number];

/** What a line of a place's history tells. */
const historyKinds = ["added", "accepted", "unaccepted", "edited", "deleted", "restored"] as const;

export type HistoryKind = (typeof historyKinds)[number];

/** History of a place, newest first. */
export const placeHistorySchema = /* @__PURE__ */ (() => {
  const id = v.pipe(v.number(), v.integer(), v.minValue(1));
  const account = v.nullable(v.string());
  return v.object({
    place_id: id,
    version: v.pipe(id, v.description("version of the place now")),
    page: id,
    per_page: v.literal(editsPerPage),
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    lines: v.array(
      v.object({
        kind: v.picklist(historyKinds),
        at: instantSchema,
        by: v.picklist(editSources),
        account: v.optional(
          v.pipe(
            account,
            v.description(
              "e-mail address of the account; administrator only, null for an import and a deleted account",
            ),
          ),
        ),
        list: v.optional(
          v.pipe(
            v.object({ title: v.string(), link: v.string() }),
            v.description("list of a town whose import it was; its link may be empty"),
          ),
        ),
        edit: v.optional(
          v.pipe(
            v.object({
              id,
              version: v.pipe(id, v.description("version of the place after it")),
              changes: placeChangeSchema,
              standing: v.pipe(
                v.array(v.picklist(editFields)),
                v.description("fields that are still as it left them, and can be taken back"),
              ),
              takes_back: v.optional(
                v.pipe(id, v.description("id of the edit that this one took back")),
              ),
              proposed: v.pipe(v.boolean(), v.description("whether it was a proposal")),
            }),
            v.description("present on a line that tells of an edit"),
          ),
        ),
      }),
    ),
    osm_id: v.optional(
      v.pipe(
        v.string(),
        v.description("element of OpenStreetMap that the place came from, such as node/123"),
      ),
    ),
    imported: v.optional(
      v.pipe(
        v.looseObject({}) as v.GenericSchema<Partial<PlaceContent>>,
        v.description(
          "what the last import says otherwise than the place does now, by the fields of changes; present where there is any",
        ),
      ),
    ),
  });
})();

export type PlaceHistory = DeepReadonly<v.InferOutput<typeof placeHistorySchema>>;

export type HistoryLine = PlaceHistory["lines"][number];

/** Fields of an edit that are to be taken back. */
export const takeBackSchema = /* @__PURE__ */ (() =>
  v.object({
    fields: v.optional(
      v.pipe(
        v.array(v.picklist(editFields)),
        v.minLength(1),
        v.description("fields that are taken back; without it, all"),
      ),
    ),
  }))();
