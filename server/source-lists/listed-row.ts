import type { SourceRow } from "#domain/source-list/source-list.ts";
import type { OsmTags } from "#server/import/osm-element.ts";
import type { ListedRow } from "#server/import/toilets/import-toilets.ts";

/** Tags of a row's toilet. */
export function tagsOf({ tags }: Pick<SourceRow, "tags">): OsmTags {
  return { ...tags, amenity: "toilets" };
}

/** A row for the import. @param list name of the list; null for one that has none yet */
export function listedRowOf(
  { row, ...given }: Pick<ListedRow, "fields" | "placeId" | "last"> & { readonly row: SourceRow },
  list: string | null,
): ListedRow {
  const { hours } = row;
  return {
    ...given,
    osmId: `list/${list}/${row.key}`,
    tags: tagsOf(row),
    isPlaced: row.position !== null,
    words: hours.kind === "unknown" ? hours.words : null,
  };
}
