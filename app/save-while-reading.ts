import { syncOnce } from "#app/features/offline/offline-sync.ts";

/* Script of a static page, some seconds after its start: saves places (docs/product#places-without-a-connection). */

syncOnce().catch(() => {
  // Without it, or without storage, the page needs its connection.
});
