import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import * as v from "valibot";
import { isToilets } from "#server/import/extract/wanted-elements.ts";
import type { ImportTarget, ReadFile } from "#server/import/import-target.ts";
import type { OsmElement } from "#server/import/osm-element.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { ImportFileError } from "#server/import/source-file.ts";
import { isLeftOut } from "#server/import/toilets/imported-place.ts";
import { ElementScanner, parseJson } from "./element-scanner.ts";
import { fromGeoJson } from "./from-geojson.ts";
import { fromOverpass } from "./from-overpass.ts";
import { overpassRest } from "./json-shapes.ts";

/**
 * Stages the toilets of a file of Overpass or GeoJSON.
 *
 * @throws ImportFileError
 */
export async function readJsonFile(
  path: string,
  { staged, report, source }: ImportTarget,
  onProgress: OnProgress,
): Promise<ReadFile> {
  let incomplete: string | null = null;
  for await (const part of readJsonElements(path, onProgress)) {
    if (part.kind === "rest") incomplete = readRemark(part.rest);
    else {
      const toilets = part.elements.flatMap((json) => {
        const element = toElement(json, source);
        if (element === null || element === "no-position") {
          report.leaveOut(element ?? "other");
          return [];
        }
        const reason = !isToilets(element.tags) ? "other" : isLeftOut(element.tags) && "unusable";
        if (reason) report.leaveOut(reason);
        return reason ? [] : [element];
      });
      await staged.add(toilets);
    }
  }
  return { extract: null, incomplete };
}

function toElement(json: unknown, source: string): OsmElement | "no-position" | null {
  const isFeature = typeof json === "object" && json !== null && "properties" in json;
  return isFeature ? fromGeoJson(json, source) : fromOverpass(json);
}

/**
 * Remark of Overpass at the end of an answer that ran out of time: places that it lacks may still
 * exist.
 */
function readRemark(rest: unknown): string | null {
  const parsed = v.safeParse(overpassRest, rest);
  if (!parsed.success) throw new ImportFileError("It is neither Overpass JSON nor GeoJSON.");
  return parsed.output.remark ?? null;
}

/**
 * Result of one part of the file: objects of its list, and at the end the parts around the list.
 */
type JsonPart =
  | { readonly kind: "elements"; readonly elements: readonly unknown[] }
  | { readonly kind: "rest"; readonly rest: unknown };

/**
 * Reads a file of Overpass (`elements`) or GeoJSON (`features`) part by part.
 *
 * @throws ImportFileError where it is neither, or cut off: after some of it may have been handed
 *   out
 */
async function* readJsonElements(path: string, onProgress: OnProgress): AsyncGenerator<JsonPart> {
  const { size } = await stat(path);
  const scanner = new ElementScanner(["elements", "features"]);
  const stream = createReadStream(path, { encoding: "utf8" });
  let isFirst = true;
  for await (const chunk of stream as AsyncIterable<string>) {
    const text = isFirst ? chunk.replace(/^\uFEFF/, "") : chunk;
    isFirst = false;
    yield { kind: "elements", elements: scanner.push(text).map(parseJson) };
    onProgress(stream.bytesRead / size);
  }
  yield { kind: "rest", rest: scanner.end() };
}
