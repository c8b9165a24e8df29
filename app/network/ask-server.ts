import { reportContact, reportFailedLoad } from "./connection-events.ts";
import { withTimeout } from "./with-timeout.ts";

/** Total time limit of a call. */
export const answerTimeoutMs = 15_000;

export interface ServerQuestion {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  readonly message?: object;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** Time limit, where it is not {@link answerTimeoutMs}. */
  readonly limitMs?: number;
  /** Whether a refusal is read as well, where its status alone does not give the reason. */
  readonly readsRefusal?: boolean;
}

export type ServerAnswer<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  | {
      readonly ok: false;
      /** Status of the refusal. Null for a missing answer: none in time, a part of one, or not JSON. */
      readonly status: number | null;
      /** Error code of its problem document, where it was requested and exists. */
      readonly code?: string;
      /** From `Retry-After`, where it was requested and is a number of seconds from 1. */
      readonly waitSeconds?: number;
    };

/**
 * Calls the product's own server, and reads the whole answer. Never rejects: a missing answer is a result
 * too, and listeners for the contact are told of it, unless the caller has aborted the call.
 *
 * @param address on the product's own origin, such as `/api/v1/places`
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
 * Sends a message to the product's own server; {@link askServer} where the status is the whole answer. A body
 * that may follow is not read, so that losing it cannot turn success into a failure.
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
