import { type ColumnMapping, columnMappingSchema } from "#domain/source-list/column-mapping.ts";
import { type ListSource, listSourceSchema } from "#domain/source-list/import-view.ts";
import { type Checked, checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";

/**
 * Reads what the columns mean: each `header` with its `meaning`, in the same order, and `epsg`, `winterFrom` and
 * `winterTo`, which may be empty.
 */
export function readMappingForm(form: FormData): Checked<ColumnMapping> {
  const meanings = form.getAll("meaning");
  const columns = form.getAll("header").map((header, index) => [header, meanings[index]]);
  const [from, to] = [numberIn(form, "winterFrom"), numberIn(form, "winterTo")];
  return checkFields(columnMappingSchema, {
    columns: Object.fromEntries(columns),
    epsg: numberIn(form, "epsg"),
    winter: from === undefined && to === undefined ? undefined : { from, to },
  });
}

/** Undefined for an empty field, NaN for what is not a number. */
function numberIn(form: FormData, name: string): number | undefined {
  const text = formText(form, name).trim();
  return text === "" ? undefined : Number(text);
}

/** Reads owner and licence of a list: the fields of {@link ListSource} by their names. */
export function readSourceForm(form: FormData): Checked<ListSource> {
  const text = (name: string) => formText(form, name).trim();
  return checkFields(listSourceSchema, {
    name: text("name"),
    title: text("title"),
    licence: text("licence"),
    attribution: text("attribution"),
    link: text("link"),
    allowsPassingOn: form.get("allowsPassingOn") === "1",
    address: text("address"),
  });
}
