import { openLocales } from "#server/i18n.ts";

/* Setup of each test file of Vitest: the product's languages, as each process of the product opens them. */

openLocales(null);
