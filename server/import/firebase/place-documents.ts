import { readFileSync } from "node:fs";
import { ImportFileError } from "#server/import/read-unpacked.ts";

/** Document of a place from another installation (docs/product#place-documents). */
export interface PlaceDocument {
  /** Id at the source. */
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Part of a document that cannot be migrated unchanged. */
export interface DocumentError {
  /** Names of the fields that lead to it: `rating.uid.text`; empty for the whole document. */
  readonly path: string;
  readonly reason: string;
}

/** Document without a valid place. */
export interface RefusedDocument {
  /** Id at the source, else its number in the list: `number 3`. */
  readonly id: string;
  readonly refused: readonly DocumentError[];
}

/**
 * Documents of a file: an object with the ids as its keys, a list, either of them under the name
 * `places`, responses of the hosted database's REST interface, or lines of JSON. An entry that is
 * not a document is refused.
 *
 * @throws ImportFileError where it contains none
 */
export function readPlaceDocuments(path: string): (PlaceDocument | RefusedDocument)[] {
  const documents = documentsIn(readJson(path));
  if (documents.length > 0 && documents.every((document) => "refused" in document)) {
    const [{ id, refused }] = documents;
    throw new ImportFileError(`It holds no documents of places. ${id}: ${refused[0].reason}.`);
  }
  return documents;
}

/** Content of a JSON file, or of one with an object in each line. @throws ImportFileError */
export function readJson(path: string): unknown {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (cause) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line));
    } catch {
      // Then it is neither.
    }
    throw new ImportFileError("It is not valid JSON, or cut off.", { cause });
  }
}

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function documentsIn(json: unknown): (PlaceDocument | RefusedDocument)[] {
  if (Array.isArray(json)) return json.flatMap(documentsOfEntry);
  if (!isFields(json)) throw new ImportFileError("It holds no documents of places.");
  // Names that wrap a collection.
  for (const name of ["__collections__", "places", "documents"]) {
    if (typeof json[name] === "object" && json[name] !== null) return documentsIn(json[name]);
  }
  // A single line of JSON.
  if ("id" in json && ("latitude" in json || "coordinates" in json))
    return documentsOfEntry(json, 0);
  return Object.entries(json).map(([id, fields]) =>
    isFields(fields) ? { id, fields } : refusal(id, "", "not an object with fields"),
  );
}

function documentsOfEntry(entry: unknown, index: number): (PlaceDocument | RefusedDocument)[] {
  const numbered = `number ${index + 1}`;
  if (!isFields(entry)) return [refusal(numbered, "", "not an object with fields")];
  if (Array.isArray(entry.documents)) return documentsIn(entry.documents);
  const { id, name, fields } = entry;
  // The REST interface omits the fields of an empty document.
  if (typeof name === "string" && (isFields(fields) || name.includes("/documents/"))) {
    const source = isFields(fields) ? plainFields(fields) : {};
    return [{ id: name.split("/").at(-1) ?? "", fields: source }];
  }
  // Without an id a second run could not recognise it.
  if (typeof id !== "string" && typeof id !== "number") return [refusal(numbered, "id", "no id")];
  return [{ id: String(id), fields: entry }];
}

function refusal(id: string, path: string, reason: string): RefusedDocument {
  return { id, refused: [{ path, reason }] };
}

/** Fields without the types of the REST interface: `{ "price": { "doubleValue": 100 } }`. */
function plainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
}

function plain(typed: unknown): unknown {
  if (!isFields(typed)) return typed;
  const [[type, value] = ["", null]] = Object.entries(typed);
  if (type === "integerValue" || type === "doubleValue") return Number(value);
  if (type === "nullValue") return null;
  if (type === "arrayValue") return (isFields(value) ? listIn(value.values) : []).map(plain);
  if (type === "mapValue")
    return plainFields(isFields(value) && isFields(value.fields) ? value.fields : {});
  return value;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
