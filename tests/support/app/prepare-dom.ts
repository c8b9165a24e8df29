import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterEach } from "vitest";

/*
 * For each file of component tests: they share the process and its document, and a module that several of them
 * import runs once.
 */

configure({
  // The end of a wait, not a measure of the machine.
  asyncUtilTimeout: 20_000,
  // A wait tries many times, and prints the document only where it gives up.
  getElementError(message, container) {
    const error = new Error();
    error.name = "TestingLibraryElementError";
    let printed: string | undefined;
    const print = () => {
      printed ??= `${message ?? ""}\n\n${prettyDOM(container as Element)}`;
      return printed;
    };
    Object.defineProperty(error, "message", { get: print, configurable: true });
    return error;
  },
});

/*
 * No style sheet is loaded: the style of an element follows from its name and attributes, and is computed once for
 * each. Every query by role needs that of many elements.
 */
const { getComputedStyle } = globalThis;
if (!("isCached" in getComputedStyle)) {
  const styles = new Map<string, Partial<CSSStyleDeclaration>>();
  const cached = (element: Element, pseudoElement?: string | null) => {
    if (pseudoElement || !element.isConnected) return getComputedStyle(element, pseudoElement);
    const attributes = ["style", "hidden", "open"].map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.tagName, ...attributes]);
    const known = styles.get(key);
    if (known) return known;
    const { display, visibility } = getComputedStyle(element);
    const values: Record<string, string> = { display, visibility };
    const style = { display, visibility, getPropertyValue: (name: string) => values[name] ?? "" };
    styles.set(key, style);
    return style;
  };
  globalThis.getComputedStyle = Object.assign(cached as typeof getComputedStyle, {
    isCached: true,
  });
}

afterEach(cleanup);
