import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import * as v from "valibot";
import type { WallTime } from "#domain/opening/instant.ts";
import { parseId } from "#domain/place/place-id.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { parseQuery, type QuerySchema } from "#domain/validation/parse-query.ts";
import { type Permission, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { readIfMatch } from "./caching.ts";
import { type ProblemCode, problem, validationProblem, wrongTime } from "./problem.ts";

/** Successful response, for the OpenAPI document. */
export interface ResponseDescription {
  readonly description: string;
  /** Schema of a JSON body; absent for a response without a body. */
  readonly schema?: v.GenericSchema;
  /** Media type of a body that is not JSON. */
  readonly mediaType?: string;
  /** Further headers, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Description of a call, for the OpenAPI document. */
export interface CallDescription {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** In the router's syntax: `/places/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Path parameters that are ids, besides that of `/places/:id`. */
  readonly ids?: readonly string[];
  /** Permission that the call requires; absent for a public call. */
  readonly permission?: Permission;
  /** Query parameters; absent for a call without any. */
  readonly query?: QuerySchema<unknown>;
  /** Fields of a JSON body. */
  readonly body?: v.GenericSchema;
  /** Media types of the body; default: JSON. */
  readonly bodyTypes?: readonly string[];
  /** Whether `If-Match` names the version of a place, and whether it is required. */
  readonly ifMatch?: "required" | "optional";
  /** Whether it does not count towards the limit of writes a minute. */
  readonly isUnlimited?: boolean;
  /** By status. */
  readonly responses: Readonly<Record<number, ResponseDescription>>;
  /**
   * Failures besides the implied ones (`impliedFailures` in `open-api/open-api-document.ts`), and details of the
   * implied ones; an empty text where the code is enough.
   */
  readonly failures?: Readonly<Partial<Record<ProblemCode, string>>>;
}

/** A call of the API: its description, from which its route and the OpenAPI document are made, and its handler. */
export interface ApiCall extends CallDescription {
  /** Whether it is a costly read, whose concurrency is limited. */
  readonly isCostly?: boolean;
  /** Whether visitors' responses are cached; the call responds with `contentResponse`. */
  readonly isCacheable?: boolean;
  readonly respond: (context: Context<AppEnvironment>, ground: CallGround) => Promise<Response>;
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

/** A call that has passed all checks. */
interface OpenedCall<Path extends string, Query, Body, Id extends string> extends CallGround {
  readonly context: Context<AppEnvironment>;
  readonly viewer: Viewer;
  readonly query: Query;
  readonly body: Body;
  /** Version that the client has seen, from `If-Match`; null without the header. */
  readonly version: number | "any" | null;
  /** The place in the path. */
  readonly placeId: Path extends `/places/:id${string}` ? number : null;
  /** The other ids in the path, by their names. */
  readonly ids: Readonly<Record<Id, number>>;
}

/**
 * Declares a call. The checks are the same for every call, in this order: permission, parameters, ids in the path (404
 * where one cannot be an id), version, body. Rate limits come before them (`middleware/limit-requests.ts`).
 */
export function apiCall<
  const Path extends string,
  Query = unknown,
  Body = unknown,
  const Id extends PathName<Path> = never,
>(
  description: Omit<ApiCall, "respond"> & {
    readonly path: Path;
    readonly ids?: readonly Id[];
    readonly query?: QuerySchema<Query>;
    readonly body?: v.GenericSchema<unknown, Body>;
  },
  respond: (call: OpenedCall<Path, Query, Body, Id>) => Response | Promise<Response>,
): ApiCall {
  const { path, permission, body, bodyTypes } = description;
  const query: QuerySchema<unknown> = description.query ?? noParameters;
  const isAboutPlace = path.startsWith("/places/:id");
  const names = [...(isAboutPlace ? ["id"] : []), ...(description.ids ?? [])];
  return {
    ...description,
    respond: async (context, ground) => {
      const { viewer } = context.var;
      const failure =
        permission && permissionFailure(viewer, permission, ground.services.visitorPermissions);
      if (failure) return problem(context, failure);
      const parsed = parseQuery(query, new URL(context.req.url).searchParams);
      if (!parsed.ok) return validationProblem(context, parsed.errors, query);
      const { at } = parsed.query as { at?: WallTime };
      // A place has a clock of its own.
      if (at !== undefined && !isAboutPlace && !ground.services.isAskable(at))
        return validationProblem(context, [wrongTime], query);
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
      return respond(opened as OpenedCall<Path, Query, Body, Id>);
    },
  };
}

/** 204 without a body for a write that has succeeded, or the given status; else its problem. */
export function settled(
  context: Context,
  result: { readonly ok: true } | { readonly ok: false; readonly code: ProblemCode },
  status: 201 | 204 = 204,
): Response {
  return result.ok ? context.body(null, status) : problem(context, result.code);
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
 * Adds the calls to the router, at their paths.
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
  for (const { method, path, isCostly, isCacheable, respond } of calls) {
    if (isCacheable) api.on(method, path, cached);
    if (isCostly) api.on(method, path, limited);
    api.on(method, path, (context) => respond(context, ground));
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

/** Parsed body of a call, or the errors of a body that is refused. */
type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly errors: readonly { field: "body"; code: "error.parameter" }[] };

const invalidBody = { ok: false, errors: [{ field: "body", code: "error.parameter" }] } as const;

/** The second is of RFC 7396. */
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
    // Fatal: a decoder that replaces invalid bytes would store another text than the one sent.
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
