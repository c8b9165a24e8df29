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
    Object.defineProperty(error, "message", {
      get: () => (printed ??= `${message ?? ""}\n\n${prettyDOM(container as Element)}`),
      configurable: true,
    });
    return error;
  },
});

afterEach(cleanup);
