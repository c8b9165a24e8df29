import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import * as v from "valibot";
import { parseId } from "#domain/place/place-id.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { parseQuery, type QuerySchema } from "#domain/validation/parse-query.ts";
import { type Permission, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { readIfMatch } from "./caching.ts";
import { type ProblemCode, problem, validationProblem } from "./problem.ts";

/** An answer of success, for the OpenAPI document. */
export interface Answer {
  readonly description: string;
  /** What a JSON answer holds; without it, the answer has no body. */
  readonly schema?: v.GenericSchema;
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** Further headers, with their meanings. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the OpenAPI document says of a call. */
export interface CallDescription {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** As the router has it: `/places/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Names in the path that are ids, besides that of `/places/:id`. */
  readonly ids?: readonly string[];
  /** Right that the call takes; absent for a call that everyone may make. */
  readonly permission?: Permission;
  /** Parameters; without it the call has none. */
  readonly query?: QuerySchema<unknown>;
  /** Fields of a JSON body. */
  readonly body?: v.GenericSchema;
  /** Media types of the body; JSON where they are left out. */
  readonly bodyTypes?: readonly string[];
  /** Whether it takes the version of a place in `If-Match`, and does not do without. */
  readonly ifMatch?: "required" | "optional";
  /** Whether it does not count among the writes of a minute. */
  readonly isUnlimited?: boolean;
  /** By their statuses. */
  readonly answers: Readonly<Record<number, Answer>>;
  /**
   * Failures besides those that follow from the rest (see `open-api/open-api-document.ts`), and the particulars
   * of these; the empty text where the code says it all.
   */
  readonly failures?: Readonly<Partial<Record<ProblemCode, string>>>;
}

/** Whether everyone may make the call and it changes nothing (docs/product#pages-of-other-sites). */
export function isPublicRead({
  method,
  path,
  permission,
}: Pick<CallDescription, "method" | "path" | "permission">): boolean {
  return method === "get" && permission === undefined && !path.startsWith("/account/");
}

/** A call of the API: its description, from which route and document are made, and its answer. */
export interface ApiCall extends CallDescription {
  /** Whether it is one of the costly reads, whose concurrency is limited. */
  readonly isCostly?: boolean;
  /** Whether visitors' responses are cached; the call responds with `contentResponse`. */
  readonly isCacheable?: boolean;
  readonly answer: (context: Context<AppEnvironment>, ground: CallGround) => Promise<Response>;
}

interface CallGround {
  readonly services: Services;
  readonly log: Logger;
  /** Pattern of a page's path, such as `/places/:id/edit`. */
  readonly pageOf: (path: string) => string;
}

/** Names of the variable parts of a path. */
type PathName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A call that was let through. */
interface OpenedCall<Path extends string, Query, Body, Id extends string> extends CallGround {
  readonly context: Context<AppEnvironment>;
  readonly viewer: Viewer;
  readonly query: Query;
  readonly body: Body;
  /** Version that the caller has seen; null where the call names none. */
  readonly version: number | "any" | null;
  /** The place in the path. */
  readonly placeId: Path extends `/places/:id${string}` ? number : null;
  /** The other ids in the path, by their names. */
  readonly ids: Readonly<Record<Id, number>>;
}

/**
 * Declares a call. Its prelude is the same for every call, in this order: permission, parameters, ids in the
 * path (404 where one cannot be an id), version, body. Limits of calls come before it (`middleware/rate-limit.ts`).
 */
export function apiCall<
  const Path extends string,
  Query = unknown,
  Body = unknown,
  const Id extends PathName<Path> = never,
>(
  description: Omit<ApiCall, "answer"> & {
    readonly path: Path;
    readonly ids?: readonly Id[];
    readonly query?: QuerySchema<Query>;
    readonly body?: v.GenericSchema<unknown, Body>;
  },
  answer: (call: OpenedCall<Path, Query, Body, Id>) => Response | Promise<Response>,
): ApiCall {
  const { path, permission, body, bodyTypes } = description;
  const query: QuerySchema<unknown> = description.query ?? noParameters;
  const isAboutPlace = path.startsWith("/places/:id");
  const names = [...(isAboutPlace ? ["id"] : []), ...(description.ids ?? [])];
  return {
    ...description,
    answer: async (context, ground) => {
      const { viewer } = context.var;
      const failure =
        permission && permissionFailure(viewer, permission, ground.services.visitorRights);
      if (failure) return problem(context, failure);
      const parsed = parseQuery(query, new URL(context.req.url).searchParams);
      if (!parsed.ok) return validationProblem(context, parsed.errors, query);
      const read = names.map((name) => [name, parseId(context.req.param(name) ?? "")]);
      if (read.some(([, id]) => id === null)) return problem(context, "error.notfound");
      const ids = Object.fromEntries(read);
      const seen = readSeenVersion(context, description.ifMatch);
      if (!seen.ok) return seen.problem;
      const checked = body ? await readBody(context, body, bodyTypes) : noBody;
      if (!checked.ok) return validationProblem(context, checked.errors);
      const opened = {
        ...ground,
        context,
        viewer,
        query: parsed.query,
        body: checked.value,
        version: seen.version,
        placeId: isAboutPlace ? ids.id : null,
        ids,
      };
      return answer(opened as OpenedCall<Path, Query, Body, Id>);
    },
  };
}

function readSeenVersion(context: Context, ifMatch: CallDescription["ifMatch"]) {
  const header = ifMatch && context.req.header("If-Match");
  if (header === undefined) {
    if (ifMatch !== "required") return { ok: true, version: null } as const;
    return { ok: false, problem: problem(context, "error.precondition") } as const;
  }
  const version = readIfMatch(header);
  if (version !== null) return { ok: true, version } as const;
  const errors = [{ field: "If-Match", code: "error.parameter" }] as const;
  return { ok: false, problem: validationProblem(context, errors) } as const;
}

const noParameters = v.object({});
const noBody = { ok: true, value: undefined } as const;

/**
 * Answers calls at their paths.
 *
 * @param limited concurrency limit of the costly reads
 * @param cached middleware of the cacheable ones, before that limit
 */
export function addCalls(
  api: Hono<AppEnvironment>,
  calls: readonly ApiCall[],
  ground: CallGround,
  { limited, cached }: Record<"limited" | "cached", MiddlewareHandler<AppEnvironment>>,
): void {
  for (const { method, path, isCostly, isCacheable, answer } of calls) {
    if (isCacheable) api.on(method, path, cached);
    if (isCostly) api.on(method, path, limited);
    api.on(method, path, (context) => answer(context, ground));
  }
}

async function readBody(
  context: Context,
  schema: v.GenericSchema,
  types: CallDescription["bodyTypes"],
) {
  const json = await readJsonBody(context, types);
  return json.ok ? checkFields(schema, json.body) : json;
}

/** Body of a call, or the answer to a body that is refused. */
type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly errors: readonly { field: "body"; code: "error.parameter" }[] };

const invalidBody = { ok: false, errors: [{ field: "body", code: "error.parameter" }] } as const;

/** RFC 7396 for the second. */
const jsonTypes: readonly string[] = ["application/json", "application/merge-patch+json"];

/**
 * Reads a JSON body. It refuses another content type, a body that is not JSON or not UTF-8, and
 * text that the database cannot store (NUL, half a surrogate pair), in keys as well as in values.
 */
export async function readJsonBody({ req }: Context, types = jsonTypes): Promise<JsonBody> {
  const type = req.header("Content-Type")?.split(";", 1)[0].trim().toLowerCase();
  if (type === undefined || !types.includes(type)) return invalidBody;
  let isHarmless = true;
  try {
    // Fatal: a decoder that replaces faulty bytes would store another text than the one sent.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await req.arrayBuffer());
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      if (!isHarmlessText(key)) isHarmless = false;
      if (typeof value === "string" && !isHarmlessText(value)) isHarmless = false;
      return value;
    });
    return isHarmless ? { ok: true, body } : invalidBody;
  } catch {
    return invalidBody;
  }
}
