import { reportContact, reportFailedLoad } from "./connection-events.ts";
import { withTimeout } from "./with-timeout.ts";

/** Nobody waits longer for the whole of an answer. */
export const answerTimeoutMs = 15_000;

export interface ServerQuestion {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  readonly message?: object;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Where nobody waits for as long as {@link answerTimeoutMs}. */
  readonly limitMs?: number;
  /** Whether a no is read as well: where its status alone doesn't say why. */
  readonly readsRefusal?: boolean;
}

export type ServerAnswer<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  | {
      readonly ok: false;
      /** The status it said no with. Null for no answer: none in time, a part of one, or no JSON. */
      readonly status: number | null;
      /** The error code of its problem document, where that was asked for and is there. */
      readonly code?: string;
      /** From `Retry-After`, where that was asked for and is a number of seconds from 1. */
      readonly waitSeconds?: number;
    };

/**
 * Asks our own server, and reads the whole of what it says. Never rejects: what did not come is an answer
 * too, and whoever watches the connection is told of it, unless the asker has left.
 *
 * @param address from our own origin, as in `/api/v1/places`
 * @returns a body of null where there is none (status 204), which `Body` then has to name
 */
export function askServer<Body>(
  address: string,
  question: ServerQuestion = {},
): Promise<ServerAnswer<Body>> {
  return exchange(address, question, (response) =>
    response.status === 204 ? null : response.json(),
  );
}

/**
 * Tells our own server something; {@link askServer} where all of the answer is in its status. What may
 * follow is left unread, so that losing it can't make a failure of what was done.
 */
export function tellServer(
  address: string,
  question: ServerQuestion,
): Promise<ServerAnswer<undefined>> {
  return exchange(address, question, () => undefined);
}

async function exchange<Body>(
  address: string,
  { method, message, signal, limitMs = answerTimeoutMs, readsRefusal }: ServerQuestion,
  readBody: (response: Response) => Body | Promise<Body>,
): Promise<ServerAnswer<Body>> {
  try {
    const answer = await withTimeout({ limitMs, signal }, async (limited) => {
      const response = await fetch(address, { method, signal: limited, ...asJson(message) });
      const { headers, status } = response;
      if (!response.ok) {
        const problem = readsRefusal && (await response.json().catch(() => null));
        const waitSeconds = readsRefusal && Number(headers.get("Retry-After"));
        return {
          ok: false,
          status,
          code: problem?.code,
          waitSeconds: waitSeconds || undefined,
        } as const;
      }
      return { ok: true, body: await readBody(response), headers } as const;
    });
    reportContact();
    return answer;
  } catch {
    if (!signal?.aborted) reportFailedLoad();
    return { ok: false, status: null };
  }
}

function asJson(message: object | undefined): RequestInit {
  if (!message) return {};
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) };
}
