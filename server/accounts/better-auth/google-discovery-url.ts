import type { GoogleConfig } from "#server/config/config.ts";

/** Where the OpenID provider describes itself: the configured one, else Google. */
export function googleDiscoveryUrl({ discoveryUrl }: GoogleConfig): string {
  return discoveryUrl ?? "https://accounts.google.com/.well-known/openid-configuration";
}
