import { createHash } from "node:crypto";
import { etag } from "hono/etag";

/**
 * Gives answers a validator made of their content, and 304 to those who have it. Hashed where we
 * stand: for a few kilobytes the way to a worker thread and back takes longer than the work.
 */
export const answerEtag = etag({
  generateDigest: (body) => new Uint8Array(createHash("sha1").update(body).digest()).buffer,
});
