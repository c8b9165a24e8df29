import { useRouteLoaderData } from "react-router";
import type { BaseMapSource } from "#domain/base-map/base-map-source.ts";

const embedded: BaseMapSource = { kind: "embedded" };

/** The base map of the level in force, as the page was told with its first data. */
export function useBaseMapSource(): BaseMapSource {
  return useRouteLoaderData<{ baseMap: BaseMapSource }>("root")?.baseMap ?? embedded;
}
