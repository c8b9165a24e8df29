import { isLoadFailure } from "./load-failure.ts";

/** What a map tells of its style: that it has taken it, or what is wrong. */
interface StyleEvents {
  on(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  on(name: "style.load", listener: () => void): unknown;
  off(name: "error", listener: (event: { readonly error: Error }) => void): unknown;
  off(name: "style.load", listener: () => void): unknown;
}

/**
 * Calls back, once, where MapLibre refuses the style that a map was made with: it looks closer than
 * whoever opened the base map, tells its listeners of what it can't draw, and then draws nothing.
 */
export function watchStyle(map: StyleEvents, onRefused: () => void): void {
  const stop = () => {
    map.off("error", refuse);
    map.off("style.load", stop);
  };
  const refuse = ({ error }: { readonly error: Error }) => {
    // What does not come is another matter: the rest is drawn.
    if (isLoadFailure(error)) return;
    stop();
    onRefused();
  };
  map.on("error", refuse);
  map.on("style.load", stop);
}
