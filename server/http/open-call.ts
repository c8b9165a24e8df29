import type { Context } from "hono";
import * as v from "valibot";
import { parsePlaceId } from "#domain/place/place.ts";
import { checkFields } from "#domain/reading/check-fields.ts";
import { type QuerySchema, readQuery } from "#domain/reading/read-query.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { type Capability, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { faultProblem, problem } from "./problem.ts";

interface CallRules {
  /** Right that the call takes; absent for a call that everyone may make. */
  readonly capability?: Capability;
}

interface QueryRules<Query> extends CallRules {
  readonly query: QuerySchema<Query>;
}

/** Problem document of a call that goes no further. */
interface FailedCall {
  readonly ok: false;
  readonly answer: Response;
}

type OpenedCall<Query> =
  | { readonly ok: true; readonly viewer: Viewer; readonly query: Query }
  | FailedCall;

/**
 * Prelude of every call of the API, in this order: permission, then parameters of the query. Without
 * `query` the call has no parameters. Limits of calls come before it (`middleware/limit-calls.ts`), the
 * body after it ({@link readBody}).
 */
export function openCall<Query>(
  context: Context<AppEnvironment>,
  rules: QueryRules<Query>,
): OpenedCall<Query>;
export function openCall(context: Context<AppEnvironment>, rules?: CallRules): OpenedCall<null>;
export function openCall(
  context: Context<AppEnvironment>,
  { capability, query = noParameters }: Partial<QueryRules<unknown>> = {},
): OpenedCall<unknown> {
  const { viewer } = context.var;
  const failure = capability && permissionFailure(viewer, capability);
  if (failure) return { ok: false, answer: problem(context, failure) };
  const parsed = readQuery(query, new URL(context.req.url).searchParams);
  if (!parsed.ok) return { ok: false, answer: faultProblem(context, parsed.faults) };
  return { ok: true, viewer, query: parsed.query };
}

type OpenedPlaceCall<Query> =
  | (Extract<OpenedCall<Query>, { ok: true }> & { readonly placeId: number })
  | FailedCall;

/** {@link openCall} for a call about the place in its path; 404 where the path holds no id. */
export function openPlaceCall<Query>(
  context: Context<AppEnvironment>,
  rules: QueryRules<Query>,
): OpenedPlaceCall<Query>;
export function openPlaceCall(
  context: Context<AppEnvironment>,
  rules?: CallRules,
): OpenedPlaceCall<null>;
export function openPlaceCall(
  context: Context<AppEnvironment>,
  rules: Partial<QueryRules<unknown>> = {},
): OpenedPlaceCall<unknown> {
  const opened = openCall(context, { query: noParameters, ...rules });
  if (!opened.ok) return opened;
  const placeId = parsePlaceId(context.req.param("id") ?? "");
  if (placeId === null) return { ok: false, answer: problem(context, "error.notfound") };
  return { ...opened, placeId };
}

const noParameters = v.object({});

/** Reads the JSON body of a call by a schema. */
export async function readBody<Value>(
  context: Context,
  schema: v.GenericSchema<unknown, Value>,
): Promise<{ readonly ok: true; readonly value: Value } | FailedCall> {
  const json = await readJsonBody(context);
  const checked = json.ok ? checkFields(schema, json.body) : json;
  return checked.ok ? checked : { ok: false, answer: faultProblem(context, checked.faults) };
}

/** Body of a call, or the answer to a body that is refused. */
type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly faults: readonly { field: "body"; code: "error.parameter" }[] };

const fault = { ok: false, faults: [{ field: "body", code: "error.parameter" }] } as const;

/**
 * Reads a JSON body. It refuses another content type, a body that is not JSON or not UTF-8, and
 * text that the database cannot store (NUL, half a surrogate pair), in keys as well as in values.
 */
export async function readJsonBody({ req }: Context): Promise<JsonBody> {
  const type = req.header("Content-Type")?.split(";", 1)[0].trim().toLowerCase();
  if (type !== "application/json") return fault;
  let isHarmless = true;
  try {
    // Fatal: a decoder that replaces faulty bytes would store another text than the one sent.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await req.arrayBuffer());
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      if (!isHarmlessText(key)) isHarmless = false;
      if (typeof value === "string" && !isHarmlessText(value)) isHarmless = false;
      return value;
    });
    return isHarmless ? { ok: true, body } : fault;
  } catch {
    return fault;
  }
}
