import { relative } from "node:path";
import { afterAll } from "vitest";
import { addCost } from "./processor-time.ts";

/* Setup of each test file of Vitest: its processor time, that of its imports included, counts as its own. */

// biome-ignore lint/correctness/noEmptyPattern: Vitest takes other patterns for fixtures.
afterAll(({}, { file }) => addCost(relative(process.cwd(), file.filepath)));
