import { useEffect, useState } from "react";

/** Whether the live map can be shown; unknown before the browser was asked. */
export type MapSupport = "unknown" | "live" | "none";

/** Asks the browser once, when the page already works: the first drawing context may take time. */
export function useMapSupport(): MapSupport {
  const [support, setSupport] = useState<MapSupport>("unknown");
  useEffect(() => {
    const timer = setTimeout(() => setSupport(hasWebGl2() ? "live" : "none"));
    return () => clearTimeout(timer);
  }, []);
  return support;
}

/** Whether this browser can draw the live map. */
function hasWebGl2(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  // Browsers allow few contexts at a time: this one is released at once.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
