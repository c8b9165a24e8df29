import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Role } from "#domain/account/role.ts";
import { geoAddressSchema } from "#domain/address-search/geo-address.ts";
import { placeChangeSchema } from "#domain/edits/place-change.ts";
import { placeHistorySchema } from "#domain/edits/place-history.ts";
import { proposalDecisionSchema, proposalSchema } from "#domain/edits/proposal.ts";
import { correctionSchema } from "#domain/feedback/correction.ts";
import { newReviewSchema } from "#domain/feedback/new-review.ts";
import { reportSchema } from "#domain/feedback/report.ts";
import { reviewListSchema, reviewSchema } from "#domain/feedback/review.ts";
import { positionSchema } from "#domain/geography/position-schema.ts";
import { moderationQueueSchema } from "#domain/moderation/moderation-queue.ts";
import {
  acceptedManySchema,
  manyPlacesSchema,
  openedManySchema,
} from "#domain/moderation/moderation-request.ts";
import { hoursExplanationSchema } from "#domain/opening/hours-meaning.ts";
import { nearestPlacesSchema } from "#domain/place/nearest-places.ts";
import { placeListSchema, placeSchema } from "#domain/place/place.ts";
import { similarPlacesSchema } from "#domain/place/similar-places.ts";
import { languages } from "#domain/text/language.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { directionsSchema } from "#domain/walking/directions.ts";
import { holderOf, isStaffs } from "#server/accounts/permission.ts";
import { placeEditSchema } from "#server/edits/edit-place.ts";
import { placeChangesSchema } from "#server/export/place-changes.ts";
import { browserErrorSchema, policyReportsSchema } from "#server/http/api/browser-reports.ts";
import { confirmationSchema } from "#server/http/api/feedback.ts";
import {
  geoAddressesSchema,
  geoCategoryPlacesSchema,
  geoSuggestionsSchema,
} from "#server/http/api/geo.ts";
import { placePageOrChangesSchema } from "#server/http/api/places.ts";
import { vitalSchema } from "#server/http/api/vitals.ts";
import type { CallDescription, ResponseDescription } from "#server/http/api-call.ts";
import { isPublicRead } from "#server/http/middleware/cors.ts";
import { type ProblemCode, problemSchema } from "#server/http/problem.ts";
import { accountExportSchema } from "#server/personal-data/export-account.ts";
import { addedPlaceSchema } from "#server/places/add-place.ts";

/** Named schemas of the document: those that several calls share, or that clients know by name. */
const components = {
  Place: placeSchema,
  NewPlace: addedPlaceSchema,
  Position: positionSchema,
  NearestPlaces: nearestPlacesSchema,
  SimilarPlaces: similarPlacesSchema,
  PlacePage: placeListSchema,
  PlaceChanges: placeChangesSchema,
  PlacePageOrChanges: placePageOrChangesSchema,
  Review: reviewSchema,
  NewReview: newReviewSchema,
  ReviewPage: reviewListSchema,
  Confirmation: confirmationSchema,
  Report: reportSchema,
  Correction: correctionSchema,
  AccountExport: accountExportSchema,
  HoursReading: hoursExplanationSchema,
  Vital: vitalSchema,
  BrowserError: browserErrorSchema,
  PolicyReports: policyReportsSchema,
  Problem: problemSchema,
  PlaceEdit: placeEditSchema,
  PlaceChange: placeChangeSchema,
  PlaceHistory: placeHistorySchema,
  Proposal: proposalSchema,
  ProposalDecision: proposalDecisionSchema,
  ModerationQueue: moderationQueueSchema,
  AcceptMany: manyPlacesSchema,
  AcceptedMany: acceptedManySchema,
  OpenedMany: openedManySchema,
  GeoSuggestions: geoSuggestionsSchema,
  GeoAddress: geoAddressSchema,
  GeoAddresses: geoAddressesSchema,
  GeoCategoryPlaces: geoCategoryPlacesSchema,
  Directions: directionsSchema,
};

const names = new Map<v.GenericSchema, string>(
  Object.entries(components).map(([name, schema]) => [schema, name]),
);

/**
 * A schema is described by its output: of a pipe by the last schema, which is the text of a parameter that is only
 * parsed, and its value where that has bounds. Checks that JSON Schema cannot express are left out.
 */
const config: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "output",
  ignoreActions: ["check", "finite", "raw_check", "raw_transform", "transform"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

type JsonSchema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** One call in the document. */
export interface Operation {
  /** Name in generated clients: method and path. */
  readonly operationId: string;
  readonly summary: string;
  /** Who may call it. */
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/**
 * The HTTP contract, in OpenAPI 3.1, made from the calls' descriptions and their schemas.
 *
 * @param calls below `/api/v1`
 * @param others outside it
 */
export function openApiDocument(
  calls: readonly CallDescription[],
  others: readonly CallDescription[],
) {
  const paths: Record<string, Record<string, Operation>> = {};
  const add = (call: CallDescription, path: string, failures: CallDescription["failures"]) => {
    const name = path.replace(/:(\w+)/g, "{$1}");
    const operationId = operationIdOf(call.method, path.replace(/^\/api\/v1/, ""));
    paths[name] = {
      ...paths[name],
      [call.method]: operationOf({ ...call, failures }, operationId),
    };
  };
  for (const call of calls) {
    add(call, `/api/v1${call.path}`, { ...impliedFailures(call), ...call.failures });
  }
  for (const call of [...others, ...serviceCalls]) add(call, call.path, call.failures);
  return {
    openapi: "3.1.0",
    info: {
      title: "Mosdó API",
      version: "1",
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Public toilets with their opening hours. Errors are RFC 9457 problem details with a code; a method that an address does not support is answered with 405 and the header Allow. Place data that came from OpenStreetMap is © OpenStreetMap contributors, ODbL 1.0.",
    },
    servers: [{ url: "/", description: "The server that describes itself" }],
    paths,
    components: {
      schemas: toJsonSchemaDefs(components, config),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "mosdo.session_token",
          description:
            "Cookie of a session, from the sign-in below /api/auth; behind https its name is __Host-mosdo.session_token. A call that changes something needs an Origin of the server's own too.",
        },
      },
    },
  };
}

/** `getPlacesByIdReviews` for `get` of `/places/:id/reviews`. */
function operationIdOf(method: string, path: string): string {
  const parts = path.replaceAll(/:(\w+)/g, "by-$1").match(/[A-Za-z0-9]+/g) ?? [];
  return method + parts.map((part) => part[0].toUpperCase() + part.slice(1)).join("");
}

/** Sentences on who has the role. */
const callers: Readonly<Record<Role, string>> = {
  visitor: "For everyone.",
  user: "For accounts.",
  moderator: "For moderators and the administrator.",
  administrator: "For the administrator.",
};

/** Who may call, and whether that takes a session. */
function callersOf({ permission, failures }: CallDescription) {
  const isSignedIn = failures !== undefined && "error.signin" in failures;
  if (permission === undefined) {
    const description = callers[isSignedIn ? "user" : "visitor"];
    return { description, security: isSignedIn ? [{ session: [] }] : [] };
  }
  const { role, isVisitorsToo } = holderOf(permission);
  return {
    description:
      callers[role] + (isVisitorsToo ? " For visitors too where the operator says so." : ""),
    security: [...(isVisitorsToo ? [{}] : []), { session: [] }],
  };
}

function operationOf(call: CallDescription, operationId: string): Operation {
  const parameters = [...pathParameters(call), ...queryParameters(call), ...headerParameters(call)];
  const responses = Object.entries(call.responses).map(([status, response]) => [
    status,
    successOf(response),
  ]);
  return {
    operationId,
    summary: call.summary,
    ...callersOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: bodyOf(call.body, call) } }),
    responses: { ...Object.fromEntries(responses), ...failuresOf(call) },
  };
}

function bodyOf(schema: v.GenericSchema, { bodyTypes = ["application/json"] }: CallDescription) {
  return Object.assign({}, ...bodyTypes.map((type) => contentOf(schema, type)));
}

function pathParameters({ path }: CallDescription): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: (hasTextIds.test(path) ? undefined : pathSchemas[name]) ?? { type: "string" },
  }));
}

/** Paths whose ids are not those of places, reviews and edits. */
const hasTextIds = /^\/(?:geo|account)\//;

const tileCoordinate = { type: "integer", minimum: 0 };
const pathSchemas: Readonly<Record<string, JsonSchema | undefined>> = {
  id: jsonSchemaOf(placeSchema.entries.id),
  get language() {
    return { enum: languages };
  },
  z: tileCoordinate,
  x: tileCoordinate,
  y: tileCoordinate,
};

function queryParameters({ query }: CallDescription): Parameter[] {
  return Object.entries(query?.entries ?? {}).map(([name, entry]) => {
    const { description, default: _, ...schema } = jsonSchemaOf(entry);
    const standard = v.safeParse(entry, undefined);
    const value = standard.success ? (standard.output ?? _) : undefined;
    return {
      name,
      in: "query",
      ...(!standard.success && { required: true }),
      ...(typeof description === "string" && { description }),
      schema: {
        ...schema,
        ...(name === "lang" && { enum: languages }),
        ...(value !== undefined && { default: value }),
      },
    };
  });
}

function headerParameters({ ifMatch }: CallDescription): Parameter[] {
  if (ifMatch === undefined) return [];
  const description =
    'version of the place that the caller has seen, such as "7", or the ETag of the place; * for any';
  const isRequired = ifMatch === "required" && { required: true };
  return [
    { name: "If-Match", in: "header", ...isRequired, description, schema: { type: "string" } },
  ];
}

function successOf({ description, schema, mediaType, headers }: ResponseDescription) {
  const texts = mediaType && { content: { [mediaType]: { schema: { type: "string" } } } };
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, meaning]) => [
          name,
          { description: meaning, schema: { type: "string" } },
        ]),
      ),
    }),
    ...(schema ? { content: contentOf(schema) } : texts),
  };
}

/** Failures by status, `code: details` each. */
function failuresOf(call: CallDescription) {
  const codes = Object.entries(call.failures ?? {});
  const failures: Record<string, { description: string; content: object }> = {};
  for (const [code, particulars] of codes) {
    const status = failureStatus(code);
    const text = particulars === "" ? code : `${code}: ${particulars}`;
    const others = failures[status]?.description;
    failures[status] = {
      description: others ? `${others}; ${text}` : text,
      content: contentOf(problemSchema, "application/problem+json"),
    };
  }
  return failures;
}

/** Failures that follow from the method, the permission, the path and the body of a call. */
function impliedFailures(call: CallDescription): Partial<Record<ProblemCode, string>> {
  const { method, path, permission, body, isUnlimited } = call;
  const isWrite = method !== "get";
  return {
    "error.parameter": "each faulty field or parameter is named",
    ...(permission && { "error.signin": "" }),
    ...((isWrite || (permission && isStaffs(permission))) && { "error.forbidden": "" }),
    ...(path.startsWith("/places/:id") && { "error.notfound": "" }),
    ...(call.ifMatch && { "error.conflict": "the place has been changed since that version" }),
    ...(call.ifMatch === "required" && { "error.precondition": "without If-Match" }),
    ...(body && { "error.toolarge": "" }),
    ...(((isWrite && !isUnlimited) || isPublicRead(call)) && {
      "error.toomanyrequests": "with Retry-After",
    }),
  };
}

function contentOf(schema: v.GenericSchema, mediaType = "application/json") {
  return { [mediaType]: { schema: jsonSchemaOf(schema) } };
}

/** A reference to the component, or the schema itself. */
function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const { $schema: _, ...json } = toJsonSchema(schema, config);
  return json;
}

const anyJson = { description: "OpenAPI 3.1", schema: v.unknown() };

/** This document, the translations, and the state of the process. */
const serviceCalls: readonly CallDescription[] = [
  {
    method: "get",
    path: "/api/v1/openapi.json",
    summary: "This document",
    responses: { 200: anyJson },
    failures: { "error.method": "" },
  },
  {
    method: "get",
    path: "/locales/:language/translation.json",
    summary: "Texts of the interface in one language",
    responses: { 200: { ...anyJson, description: "Translations" } },
    failures: { "error.notfound": "" },
  },
  {
    method: "get",
    path: "/healthz",
    summary: "Whether the process is up",
    responses: {
      200: { description: "The process is up", schema: v.object({ status: v.literal("up") }) },
    },
    failures: { "error.method": "" },
  },
  {
    method: "get",
    path: "/readyz",
    summary: "Whether the database and the place index are ready",
    responses: {
      200: {
        description: "They are; database is there where it takes no writes",
        schema: v.object({
          status: v.literal("ready"),
          database: v.optional(v.literal("read_only")),
        }),
      },
    },
    failures: { "error.method": "", "error.unavailable": "" },
  },
];
