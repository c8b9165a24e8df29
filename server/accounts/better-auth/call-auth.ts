import * as v from "valibot";
import type { Caller } from "#server/accounts/caller.ts";
import type { Auth } from "#server/accounts/create-auth.ts";
import { throwingAway } from "#server/database/database-away.ts";
import { authPath } from "./auth-path.ts";
import { clientAddressHeader, languageHeader } from "./own-headers.ts";

/** An answer of the sign-in library, as far as we read it. */
export interface AuthAnswer {
  readonly ok: boolean;
  readonly body: AuthBody | null;
  readonly setCookies: readonly string[];
  /** Whole seconds, from `Retry-After`; null without one. */
  readonly retryAfterSeconds: number | null;
}

const bodySchema = v.object({
  /** Of an error. */
  code: v.optional(v.string()),
  /** Of the start at Google. */
  url: v.optional(v.string()),
  /** Of a checked reset code, or a checked link that confirms an address. */
  email: v.optional(v.string()),
  /** When the account was made, as an ISO 8601 instant; of a checked link. */
  registered: v.optional(v.string()),
  /** Whether the address is confirmed already; of a checked link. */
  isVerified: v.optional(v.boolean()),
  /** Of a session. */
  user: v.nullish(
    v.object({ id: v.string(), email: v.string(), disabled: v.nullish(v.boolean()) }),
  ),
});
type AuthBody = v.InferOutput<typeof bodySchema>;

/**
 * Sends one call to the sign-in library in the caller's name; a POST where there is a body.
 *
 * Where the request comes from was checked when it reached us, so to the library it is our own.
 *
 * @throws the database's error where it is away: the library would call it a wrong password, an
 * address in use or nobody's session
 */
export async function callAuth(
  { auth, origin }: { auth: Auth; origin: string },
  caller: Caller,
  path: string,
  body?: object,
): Promise<AuthAnswer> {
  const headers = new Headers({
    Origin: origin,
    [clientAddressHeader]: caller.clientAddress,
    [languageHeader]: caller.language,
  });
  const cookie = caller.headers.get("Cookie");
  if (cookie !== null) headers.set("Cookie", cookie);
  if (body) headers.set("Content-Type", "application/json");
  const request = new Request(`${origin}${authPath}${path}`, {
    method: body ? "POST" : "GET",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await throwingAway(() => auth.handle(request));
  const parsed = v.safeParse(bodySchema, await readJson(response));
  const retryAfter = response.headers.get("Retry-After");
  return {
    ok: response.ok,
    body: parsed.success ? parsed.output : null,
    setCookies: response.headers.getSetCookie(),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
