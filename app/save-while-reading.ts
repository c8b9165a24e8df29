import { syncOnce } from "#app/features/offline/offline-sync.ts";

/*
 * Script of a static page, some seconds after its start: it makes that the place or town opens without a
 * connection (docs/product#places-without-a-connection).
 */

syncOnce().catch(() => {
  // Without it, or without storage, the page needs its connection.
});
