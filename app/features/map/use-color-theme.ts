import { useSyncExternalStore } from "react";
import type { MapTheme } from "#domain/base-map/palette.ts";

const query = "(prefers-color-scheme: dark)";

/** The device's theme, live. Light on the server, where nobody knows it. */
export function useColorTheme(): MapTheme {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => (matchMedia(query).matches ? "dark" : "light"),
    () => "light",
  );
}
