/**
 * Keeps `--nearest-height` of the map page the height of the big button and of what it has to say, so that
 * the map's controls stand above them, however large the letters and however long the words.
 *
 * @returns what stops it
 */
export function keepControlsClear(element: HTMLElement | null): (() => void) | undefined {
  const page = element?.closest<HTMLElement>(".map-page");
  if (!element || !page) return;
  const observer = new ResizeObserver(() => {
    // While it is not displayed, what stands in its place needs as much.
    if (element.offsetHeight === 0) return;
    page.style.setProperty("--nearest-height", `${element.offsetHeight}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
