import { ChunkLoadError, fetchAhead } from "./fetch-ahead.ts";

/**
 * The build's replacement for `import()` (docs/decisions/011): the chunk's files are fetched first, each once
 * more if need be, and then imported. A browser may remember a failed import as long as the page lives, so
 * the import itself cannot be tried again.
 *
 * @param load the `import()`
 * @param addresses the chunk's file, the scripts that it imports, and their style sheets
 * @throws {ChunkLoadError} when one of them cannot be loaded
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
 * Adds a style sheet to the page unless it is there, and waits until it applies.
 *
 * @throws {ChunkLoadError} when it cannot be loaded
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
