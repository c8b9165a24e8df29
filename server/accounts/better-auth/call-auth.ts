import { AsyncLocalStorage } from "node:async_hooks";
import * as v from "valibot";
import { fallbackLanguage, type Language, toLanguage } from "#domain/text/language.ts";
import type { RequestClient } from "#server/accounts/viewer.ts";
import type { Priority, TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import { throwingUnavailable } from "#server/database/database-errors.ts";
import { queueKey } from "#server/rate-limits/client-key.ts";

/** Provider of sign-ins beside our passwords, as `sign_in_method.provider` names it. */
export type ProviderId = "google" | "oidc";

/** Sign-in library; the rest of the server makes only these two calls. */
export interface Auth {
  /** Handles a request below `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /**
   * Makes sure that a provider's discovery document has been read, trying again where an earlier
   * attempt failed; false where the provider cannot be reached, or none is configured.
   */
  ensureProvider(id: ProviderId): Promise<boolean>;
}

/** Parts of the sign-in library's response that we use. */
export interface AuthResponse {
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
  /** Of a checked reset code, or a checked link that confirms an e-mail address. */
  email: v.optional(v.string()),
  /** When the account was made, as an ISO 8601 instant; of a checked link. */
  registered: v.optional(v.string()),
  /** Whether the e-mail address is confirmed already; of a checked link. */
  isVerified: v.optional(v.boolean()),
  /** Of a second factor that is set up. */
  secret: v.optional(v.string()),
  /** Of a second factor that was enabled, or of renewed recovery codes. */
  recoveryCodes: v.optional(v.array(v.string())),
  /** Of a session. */
  session: v.nullish(v.object({ id: v.string() })),
  user: v.nullish(
    v.object({
      id: v.string(),
      email: v.string(),
      disabled: v.nullish(v.boolean()),
      emailVerified: v.boolean(),
      moderator_since: v.unknown(),
    }),
  ),
});
type AuthBody = v.InferOutput<typeof bodySchema>;

/**
 * Sends one call to the sign-in library for a client; a POST where there is a body.
 *
 * The origin was checked when the request reached us, so the library sees our own origin.
 *
 * @throws the database's error where it is unavailable: the library would call it a wrong password, an
 *   address in use or a missing session
 */
export async function callAuth(
  { auth, origin }: { auth: Auth; origin: string },
  client: RequestClient,
  path: string,
  body?: object,
): Promise<AuthResponse> {
  const headers = new Headers({
    Origin: origin,
    [clientAddressHeader]: client.clientAddress,
    [languageHeader]: client.language,
  });
  for (const name of ["Cookie", "User-Agent"]) {
    const value = client.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body) headers.set("Content-Type", "application/json");
  const request = new Request(`${origin}${authPath}${path}`, {
    method: body ? "POST" : "GET",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await handle(auth, request, client);
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

/**
 * Handles a request that came straight to `/api/auth`: the browser's redirect from Google, and programs.
 *
 * @throws the database's error where it is unavailable
 */
export async function handleAuthRequest(
  auth: Auth,
  request: Request,
  client: RequestClient,
): Promise<Response> {
  const own = new Request(request);
  own.headers.set(clientAddressHeader, client.clientAddress);
  own.headers.set(languageHeader, client.language);
  const response = await withoutTokens(await handle(auth, own, client));
  response.headers.set("Cache-Control", "no-store");
  return response;
}

function handle(auth: Auth, request: Request, { clientAddress }: RequestClient): Promise<Response> {
  const caller = { client: queueKey(clientAddress), priority: callerPriority.other };
  return callers.run(caller, () => throwingUnavailable(() => auth.handle(request)));
}

/**
 * Priorities of calls whose password waits to be hashed: of a browser or session that the account knows, about a
 * confirmed e-mail address, and others.
 */
export const callerPriority: Readonly<Record<"known" | "confirmed" | "other", Priority>> = {
  known: 2,
  confirmed: 1,
  other: 0,
};

const callers = new AsyncLocalStorage<{ readonly client: string; priority: Priority }>();

/** Client and priority of the current call, for the queue of passwords. */
export function currentCaller(): TaskOptions {
  return callers.getStore() ?? {};
}

/** Sets the priority of the current call. */
export function prioritize(priority: Priority): void {
  const caller = callers.getStore();
  if (caller) caller.priority = priority;
}

/**
 * The response without the session's token, which the library repeats in its JSON: only the cookie hides it from
 * scripts.
 */
async function withoutTokens(response: Response): Promise<Response> {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  if (!isJson || response.body === null) return new Response(response.body, response);
  const isToken = (key: string) => key === "token" || key.endsWith("Token");
  const content = JSON.parse(await response.text(), (key, value) =>
    isToken(key) ? undefined : value,
  );
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  return new Response(JSON.stringify(content), { status: response.status, headers });
}

/** Path of the sign-in library's calls. */
export const authPath = "/api/auth";

/** Headers with which our server passes facts about a request to the library; a client's own are overwritten. */
export const clientAddressHeader = "x-mosdo-client-address";
const languageHeader = "x-mosdo-language";

/** Language of the mails that a call of the sign-in library sends. */
export function mailLanguageOf(headers: Headers | undefined): Language {
  return toLanguage(headers?.get(languageHeader) ?? "") ?? fallbackLanguage;
}
