import { useEffect, useState } from "react";
import { whenIdle } from "#app/ui/when-idle.ts";

/** Whether the live map can be shown; unknown before the browser was queried. */
export type MapSupport = "unknown" | "live" | "none";

/**
 * Queries the browser once, when the first picture is drawn and the page's own work is done: the first
 * drawing context may take time, and script, worker and style of the live map come only then.
 *
 * @param isRedirecting whether the page is about to open another URL; it stays as it is while this is shown
 * @param isPlacing whether the view with which the map begins is still to be known
 */
export function useMapSupport(isRedirecting = false, isPlacing = false): MapSupport {
  const [support, setSupport] = useState<MapSupport>("unknown");
  useEffect(() => {
    if (isRedirecting || isPlacing || support !== "unknown") return;
    let isWanted = true;
    void firstPicture().then(() =>
      whenIdle(() => isWanted && setSupport(hasWebGl2() ? "live" : "none")),
    );
    return () => {
      isWanted = false;
    };
  }, [isPlacing]);
  return support;
}

/** Time after which the live map no longer waits for the picture. */
const pictureTimeoutMs = 3_000;

/** Resolves when the server-drawn picture of the map is there or has failed; at once on a page without one. */
function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("img.map-picture");
  if (!picture || picture.complete) return Promise.resolve();
  return new Promise((resolve) => {
    for (const end of ["load", "error"]) {
      picture.addEventListener(end, () => resolve(), { once: true });
    }
    setTimeout(resolve, pictureTimeoutMs);
  });
}

/** Whether this browser can draw the live map. */
function hasWebGl2(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  // Browsers allow few contexts at a time: this one is released at once.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
