import { ChunkLoadError, fetchAhead } from "./fetch-ahead.ts";

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

/**
 * Adds a style sheet to the page unless it is there, and waits until it is in force.
 *
 * @throws {ChunkLoadError} when it can't be loaded
 */
async function addStylesheet(address: string): Promise<void> {
  const link = findStylesheet(address) ?? appendStylesheet(address);
  if (link.sheet) return;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove();
        reject(new ChunkLoadError(`${address} could not be loaded`));
      },
      { once: true },
    );
  });
}

function findStylesheet(address: string): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${address}"]`);
}

function appendStylesheet(address: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  return document.head.appendChild(link);
}
