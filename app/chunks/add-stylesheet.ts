import { ChunkLoadError } from "./chunk-load-error.ts";

/**
 * Adds a style sheet to the page unless it is there, and waits until it is in force.
 *
 * @throws {ChunkLoadError} when it can't be loaded
 */
export async function addStylesheet(address: string): Promise<void> {
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
