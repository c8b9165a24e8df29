import type { Caller } from "#server/accounts/caller.ts";
import type { Auth } from "#server/accounts/create-auth.ts";
import { throwingAway } from "#server/database/database-away.ts";
import { clientAddressHeader, languageHeader } from "./own-headers.ts";

/**
 * Answers a request that came straight to `/api/auth`: the browser's way back from Google, and
 * programs. Whatever it says of its own address is replaced by what we know.
 *
 * @throws the database's error where it is away
 */
export async function answerAuthCall(
  auth: Auth,
  request: Request,
  { clientAddress, language }: Caller,
): Promise<Response> {
  const own = new Request(request);
  own.headers.set(clientAddressHeader, clientAddress);
  own.headers.set(languageHeader, language);
  const response = await throwingAway(() => auth.handle(own));
  const answer = await withoutTokens(response);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * The answer without the session's token, which the library repeats in its JSON: the cookie keeps it
 * from scripts, so that a script which should not run here cannot carry it away.
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
