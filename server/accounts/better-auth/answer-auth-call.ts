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
  const answer = new Response(response.body, response);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
