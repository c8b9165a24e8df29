import { openLocales } from "#server/i18n.ts";

/*
 * Setup of each test file of Vitest, imported by browser tests that name all languages: the product's languages, as
 * each process of the product opens them.
 */

openLocales(null);
