import { afterAll, vi } from "vitest";

/*
 * Setup of each file of unit tests. Files share a process (docs/decisions/023): one that leaves something global behind
 * fails here, by its own name, and not another file after it. Waits for an event have a generous end.
 */

/** Longest wait for an event, in milliseconds: long enough for a machine that does much else. */
const waitLimitMs = 30_000;

const { waitFor } = vi;
if (!("isPatient" in waitFor)) {
  const patient: typeof waitFor = (callback, options = waitLimitMs) => waitFor(callback, options);
  vi.waitFor = Object.assign(patient, { isPatient: true });
}

/**
 * What libraries add or replace once they are loaded: zod, the server of Hono, and pino, which waits for the
 * exit.
 */
const ofLibraries = /^(__zod.*|Request|Response|listeners of exit)$/;

/** Values that tests replace, by names; a missing one is undefined. */
function globalState(): Map<string, unknown> {
  const state = new Map<string, unknown>();
  const record = (owner: object, name: string, path = name) => {
    const { value, get } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    state.set(path, value ?? get);
  };
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    record(globalThis, name);
  }
  for (const name of ["log", "info", "warn", "error"]) record(console, name, `console.${name}`);
  record(Intl, "DateTimeFormat", "Intl.DateTimeFormat");
  record(Math, "random", "Math.random");
  record(AbortSignal, "timeout", "AbortSignal.timeout");
  state.set("performance.now", performance.now);
  state.set("process.cwd()", process.cwd());
  state.set("process.exitCode", process.exitCode);
  for (const [name, value] of Object.entries(process.env)) state.set(`process.env.${name}`, value);
  for (const event of process.eventNames()) {
    state.set(`listeners of ${String(event)}`, process.listenerCount(event));
  }
  return state;
}

const usual = globalState();

afterAll(() => {
  const left = globalState();
  const names = [...new Set([...usual.keys(), ...left.keys()])];
  const differing = names.filter(
    (name) => !ofLibraries.test(name) && !Object.is(usual.get(name), left.get(name)),
  );
  if (differing.length > 0) throw new Error(`The file leaves behind: ${differing.join(", ")}.`);
});
