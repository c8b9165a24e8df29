import * as v from "valibot";
import {
  type PlaceDraft,
  parseDraft,
  readDraftForm,
} from "#app/features/place-form/form/place-draft.ts";
import {
  changeBetween,
  changedFields,
  type EditField,
  editFields,
  type PlaceChange,
  type PlaceContent,
  placeContentSchema,
} from "#domain/edits/place-change.ts";
import type { PlaceEdit } from "#domain/edits/place-edit.ts";
import type { FindHoursError } from "#domain/place/new-place.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import { checkEdit, draftOf, editedFields, layOver } from "./edit-draft.ts";

/** The form of an edit, with what it was filled from. */
export interface FilledEdit {
  readonly draft: PlaceDraft;
  readonly base: PlaceContent;
  /** Version of the place at that time. */
  readonly version: number;
  readonly note: string;
}

export type EditFailureCode =
  | ValidationError["code"]
  | "error.duplicate"
  | "error.limit"
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.toomanyrequests"
  | "edit.unchanged"
  | "edit.unsaved";

/** The edit was not made; what was typed stays. */
export interface RefusedEdit {
  readonly kind: "refused";
  readonly code: EditFailureCode;
  readonly errors: readonly ValidationError[];
}

/** Somebody else has changed the place since the form was filled (docs/product#conflict-of-edits). */
export interface ConflictingEdit {
  readonly kind: "conflict";
  readonly changes: PlaceChange;
  /** Fields that the form changes as well. */
  readonly both: readonly EditField[];
}

/** Result of the form where nothing was edited. */
export type EditFailure = (RefusedEdit | ConflictingEdit) & {
  /** The form to continue with; null where the browser could not reach the server. */
  readonly filled: FilledEdit | null;
};

export const editInputs = {
  base: "base",
  version: "version",
  note: "note",
  /** Whose value of a field counts: `mine` or `theirs`. */
  choice: (field: EditField) => `keep.${field}`,
};

/** Use cases of the form's action, bound to the caller. */
interface EditPorts {
  /** The place as it is now; null where the caller may not edit it. */
  readonly findPlace: () => Promise<{
    readonly place: { readonly version: number };
    readonly content: PlaceContent;
  } | null>;
  readonly editPlace: (
    edit: PlaceEdit,
    version: number,
  ) => Promise<
    | {
        readonly ok: true;
        readonly made: "edit";
        readonly place: { readonly version: number };
        readonly settled: boolean;
      }
    | { readonly ok: true; readonly made: "proposal" }
    | { readonly ok: false; readonly code: "error.conflict" }
    | { readonly ok: false; readonly code: "invalid"; readonly errors: readonly ValidationError[] }
    | { readonly ok: false; readonly code: EditFailureCode }
  >;
  readonly findHoursError: FindHoursError;
}

type EditResult =
  | {
      readonly kind: "edited";
      /** That it made; null where nothing had to change. */
      readonly version: number | null;
      /** Whether the report or correction is settled for which it was made. */
      readonly settled: boolean;
    }
  | { readonly kind: "proposed" }
  | EditFailure;

/**
 * Makes the edit of a form, of fields that were changed in it. Where somebody else has changed the place since,
 * nothing is
 * written: the result has their changes, and the form laid over them.
 */
export async function editAction(form: FormData, ports: EditPorts): Promise<EditResult> {
  const filled = readEditForm(form);
  if (filled === null) return refuse("error.parameter", null);
  const now = await ports.findPlace();
  if (now === null) return refuse("error.notfound", filled);
  const theirs = editFields.filter((field) => form.get(editInputs.choice(field)) === "theirs");
  const fields = editedFields(draftOf(filled.base), filled.draft).filter(
    (field) => !theirs.includes(field),
  );
  const conflict = conflictWith(now, filled, fields);
  if (conflict !== null) return conflict;
  if (fields.length === 0) return refuse("edit.unchanged", filled);
  const requested = { fields, note: filled.note };
  const checked = checkEdit(filled.draft, requested, ports.findHoursError);
  if (!checked.ok) return refuse(checked.errors[0].code, filled, checked.errors);
  const result = await ports.editPlace(checked.value, now.place.version);
  if (result.ok) {
    if (result.made === "proposal") return { kind: "proposed" };
    const { version } = result.place;
    const isNew = version !== now.place.version;
    return { kind: "edited", version: isNew ? version : null, settled: result.settled };
  }
  if (result.code === "invalid") return refuse(result.errors[0].code, filled, result.errors);
  if (result.code !== "error.conflict") return refuse(result.code, filled);
  const later = await ports.findPlace();
  const late = later && conflictWith(later, filled, fields);
  return late ?? refuse("edit.unsaved", filled);
}

/** Null where everything is as it was when the form was filled. */
function conflictWith(
  { place, content }: { place: { version: number }; content: PlaceContent },
  filled: FilledEdit,
  fields: readonly EditField[],
): EditFailure | null {
  const { base, draft, note } = filled;
  const changes = changeBetween(base, content);
  const changed = changedFields(changes);
  if (changed.length === 0) return null;
  const laid = layOver(content, { base, draft, fields });
  return {
    kind: "conflict",
    changes,
    both: changed.filter((field) => editedFields(draftOf(content), laid).includes(field)),
    filled: { draft: laid, base: content, version: place.version, note },
  };
}

export function refuse(
  code: EditFailureCode,
  filled: FilledEdit | null,
  errors: readonly ValidationError[] = [],
): EditFailure {
  return { kind: "refused", code, errors, filled };
}

/** HTTP status of the page with the failure, the same as the API's. */
export function editStatus(failure: EditFailure): number {
  return failureStatus(failure.kind === "conflict" ? "error.conflict" : failure.code);
}

/** The sent form; null where it is not one of this page. */
export function readEditForm(form: FormData): FilledEdit | null {
  const base = parseContent(readJson(formText(form, editInputs.base)));
  const version = Number(formText(form, editInputs.version));
  if (base === null || !Number.isSafeInteger(version)) return null;
  return { draft: readDraftForm(form), base, version, note: formText(form, editInputs.note) };
}

/** A form that this tab has stored; null for another page's, and for one of an older version. */
export function parseFilledEdit(stored: unknown): FilledEdit | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { draft, base, version, note } = stored as Readonly<Record<string, unknown>>;
  const read = { draft: parseDraft(draft), base: parseContent(base) };
  if (read.draft === null || read.base === null) return null;
  if (typeof version !== "number" || typeof note !== "string") return null;
  return { draft: read.draft, base: read.base, version, note };
}

function parseContent(value: unknown): PlaceContent | null {
  const parsed = v.safeParse(placeContentSchema, value);
  return parsed.success ? parsed.output : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
