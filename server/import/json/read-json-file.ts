import * as v from "valibot";
import { isToilets } from "../extract/wanted-elements.ts";
import { ImportFileError } from "../import-file-error.ts";
import type { ImportTarget, ReadFile } from "../import-target.ts";
import type { OsmElement } from "../osm-element.ts";
import type { OnProgress } from "../pbf/osm-pbf-file.ts";
import { isLeftOut } from "../toilets/is-left-out.ts";
import { fromGeoJson } from "./from-geojson.ts";
import { fromOverpass } from "./from-overpass.ts";
import { overpassRest } from "./json-shapes.ts";
import { readJsonElements } from "./read-json-elements.ts";

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

/** Overpass says at the end where it ran out of time: then what is not there may still exist. */
function readRemark(rest: unknown): string | null {
  const parsed = v.safeParse(overpassRest, rest);
  if (!parsed.success) throw new ImportFileError("It is neither Overpass JSON nor GeoJSON.");
  return parsed.output.remark ?? null;
}
