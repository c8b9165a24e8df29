import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { OnProgress } from "../pbf/osm-pbf-file.ts";
import { ElementScanner, parseJson } from "./element-scanner.ts";

/** What one part of the file gave: objects of its list, and at its end what is around the list. */
export type JsonPart =
  | { readonly kind: "elements"; readonly elements: readonly unknown[] }
  | { readonly kind: "rest"; readonly rest: unknown };

/**
 * Reads a file of Overpass (`elements`) or GeoJSON (`features`) bit by bit.
 *
 * @throws ImportFileError where it is neither, or cut off: after some of it may have been handed out
 */
export async function* readJsonElements(
  path: string,
  onProgress: OnProgress,
): AsyncGenerator<JsonPart> {
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
