import { useState } from "react";
import { hasWebGl2 } from "./has-web-gl2.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** Whether the live map can be shown; nobody knows before the browser was asked. */
export type MapSupport = "unknown" | "live" | "none";

/** Asks the browser once, after hydration. */
export function useMapSupport(): MapSupport {
  const isHydrated = useIsHydrated();
  const [support, setSupport] = useState<MapSupport>("unknown");
  if (isHydrated && support === "unknown") setSupport(hasWebGl2() ? "live" : "none");
  return support;
}
