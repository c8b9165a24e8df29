import { addStylesheet } from "./add-stylesheet.ts";
import { ChunkLoadError } from "./chunk-load-error.ts";
import { fetchAhead } from "./fetch-ahead.ts";

/**
 * What an `import()` of the built pages becomes (docs/decisions/011): its files are fetched first,
 * each once more if need be, and only then imported. A browser may remember for the life of the page
 * that an import has failed, so the import itself could not be tried again.
 *
 * @param load the `import()`
 * @param addresses the chunk's own file, the scripts that it imports, and their style sheets
 * @throws {ChunkLoadError} when one of them can't be had
 */
export async function importChunk<Module>(
  load: () => Promise<Module>,
  addresses: readonly string[],
): Promise<Module> {
  await Promise.all(addresses.map(fetchAhead));
  const stylesheets = addresses.filter((address) => address.endsWith(".css"));
  await Promise.all(stylesheets.map(addStylesheet));
  return load().catch((cause: unknown) => {
    throw new ChunkLoadError(`${addresses[0]} could not be imported`, { cause });
  });
}
