import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { SourceListError } from "./source-list-error.ts";
import type { TableRow } from "./table.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Depth to which the rows are searched, and properties of a row become columns. */
const maxDepth = 3;

/**
 * Rows of GeoJSON, or of any JSON with a list of objects: the header first, then a row for each object. Properties
 * within others are named by their path, `properties` and `fields` not counted.
 *
 * @returns the rows, and the name of the system of coordinates where GeoJSON states one
 * @throws SourceListError where it is not JSON, or has no list of objects
 */
export function readJson(text: string): {
  readonly rows: readonly TableRow[];
  readonly system: string | null;
} {
  const json = parse(text);
  const objects = findObjects(json, maxDepth);
  if (objects === null) throw new SourceListError({ code: "empty" });
  if (objects.length > sourceListLimits.rows) {
    throw new SourceListError({ code: "too-many-rows", line: sourceListLimits.rows + 1 });
  }
  const indexes = new Map<string, number>();
  const rows = objects.map((object, index) => {
    const cells: string[] = [];
    for (const [name, value] of propertiesOf(object, maxDepth)) {
      const at = indexes.get(name) ?? indexes.size;
      if (at === sourceListLimits.columns) {
        throw new SourceListError({ code: "too-many-columns", line: index + 1 });
      }
      indexes.set(name, at);
      cells[at] = value;
    }
    return { line: index + 1, cells };
  });
  const header = { line: 0, cells: [...indexes.keys()] };
  return {
    rows: [header, ...rows].map(({ line, cells }) => ({
      line,
      cells: Array.from(cells, (cell) => cell ?? ""),
    })),
    system: systemOf(json),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceListError({ code: "damaged" }, { cause });
  }
}

/** The longest list of objects; null for none. */
function findObjects(json: unknown, depth: number): JsonObject[] | null {
  if (Array.isArray(json)) {
    const objects = json.filter(isObject);
    return objects.length > 0 ? objects : null;
  }
  if (!isObject(json) || depth === 0) return null;
  const lists = Object.values(json).map((value) => findObjects(value, depth - 1));
  return lists.reduce(
    (longest, list) => ((list?.length ?? 0) > (longest?.length ?? 0) ? list : longest),
    null,
  );
}

function isObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Properties that hold those of the row itself. */
const wrappers = new Set(["properties", "fields", "attributes"]);

function propertiesOf(object: JsonObject, depth: number, path = ""): [string, string][] {
  return Object.entries(object).flatMap(([key, value]): [string, string][] => {
    if (path === "" && key === "type" && value === "Feature") return [];
    if (!isObject(value)) return [[`${path}${key}`, textOf(value)]];
    const point = "coordinates" in value ? pointOf(value.coordinates) : null;
    if (point !== null) return [[`${path}${key}`, point]];
    const inner = path === "" && wrappers.has(key) ? "" : `${path}${key}.`;
    return depth > 1 ? propertiesOf(value, depth - 1, inner) : [];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((part) => typeof part !== "object").join(", ");
  return value === null ? "" : String(value).trim();
}

/** Point of a geometry in WKT, or the middle of its extent; null for any other value. */
function pointOf(coordinates: unknown): string | null {
  const positions = positionsIn(coordinates, 4);
  if (positions.length === 0) return null;
  const middle = [0, 1].map((axis) => {
    const values = positions.map((position) => position[axis]);
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  });
  return `POINT (${middle.join(" ")})`;
}

function positionsIn(coordinates: unknown, depth: number): [number, number][] {
  if (!Array.isArray(coordinates) || depth === 0) return [];
  const [x, y] = coordinates;
  if (typeof x === "number" && typeof y === "number") return [[x, y]];
  return coordinates.flatMap((part) => positionsIn(part, depth - 1));
}

function systemOf(json: unknown): string | null {
  const name =
    isObject(json) && isObject(json.crs) && isObject(json.crs.properties)
      ? json.crs.properties.name
      : null;
  return typeof name === "string" ? name : null;
}
