import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/*
 * For each file of component tests: they share the process and its document, and a module that several of them
 * import runs once.
 */

// The end of a wait, not a measure of the machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
