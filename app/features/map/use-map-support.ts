import { useEffect, useState } from "react";
import { hasWebGl2 } from "./has-web-gl2.ts";

/** Whether the live map can be shown; nobody knows before the browser was asked. */
export type MapSupport = "unknown" | "live" | "none";

/** Asks the browser once, when the page already works: the first drawing context may take its time. */
export function useMapSupport(): MapSupport {
  const [support, setSupport] = useState<MapSupport>("unknown");
  useEffect(() => {
    const timer = setTimeout(() => setSupport(hasWebGl2() ? "live" : "none"));
    return () => clearTimeout(timer);
  }, []);
  return support;
}
