import type { Config } from "./config.ts";

/**
 * The origin that links in mails and the way back from Google lead to. It never comes from a
 * request: whoever sends one could name any host in it.
 */
export function ownOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl === null ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/** Whether visitors reach us by https, as the configured address says. */
export function isHttps(publicUrl: string | null): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}
