import type { AccountFailureCode } from "#app/features/account/account-failure.ts";

/** Result of checking a reset link. */
export type ResetCheck =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly code: AccountFailureCode };

/** A value that came in time, or the promise of a slower one. */
export type Settled<Value> = { readonly now: Value } | { readonly later: Promise<Value> };

/**
 * Waits a short time for a value. A slower one is handed on as a promise, so that a page can say that it is
 * waiting.
 */
export async function raceTimeout<Value>(
  promise: Promise<Value>,
  withinMs: number,
): Promise<Settled<Value>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, withinMs, null);
  });
  const settled = await Promise.race([promise.then((now) => ({ now })), patience]);
  clearTimeout(timer);
  return settled ?? { later: promise };
}
