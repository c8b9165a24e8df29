import { useSyncExternalStore } from "react";
import type { MapTheme } from "#domain/map/map-palettes.ts";

const darkTheme = "(prefers-color-scheme: dark)";

/** The device's theme, updated when it changes. Light on the server, where the theme is unknown. */
export function useColorTheme(): MapTheme {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(darkTheme);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => (matchMedia(darkTheme).matches ? "dark" : "light"),
    () => "light",
  );
}
