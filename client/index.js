import createFetchClient from "openapi-fetch";

export function createClient(origin, options = {}) {
  return createFetchClient({ ...options, baseUrl: origin.replace(/\/$/, "") });
}
