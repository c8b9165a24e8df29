import { placeFacts, recordOf } from "#domain/place/place-facts.ts";
import { type PlaceFilterName, placeFilterNames } from "#domain/place/place-filters.ts";
import type { openApiSchemas } from "./schemas.ts";

export interface Parameter {
  name: string;
  in: "query" | "path";
  required?: boolean;
  description?: string;
  schema: object;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: object }>;
  content?: Record<string, { schema: object }>;
}

export interface Operation {
  summary: string;
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Answer>;
}

/** The calls of a part of the API, by path and method. */
export type Paths = Record<string, Record<string, Operation>>;

export type SchemaName = keyof typeof openApiSchemas;

export const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

export const json = (description: string, name: SchemaName): Answer => ({
  description,
  content: { "application/json": { schema: reference(name) } },
});

export const body = (name: SchemaName) => ({
  required: true,
  content: { "application/json": { schema: reference(name) } },
});

export const fault = (description: string): Answer => ({
  description,
  content: { "application/problem+json": { schema: reference("Problem") } },
});

export const notFound = fault("error.notfound");
export const notSignedIn = fault("error.signin");
export const notAllowed = fault("error.forbidden");
export const notNow = fault("error.toomanyrequests");
export const malformed = fault("error.parameter, naming each faulty parameter");

export const flag = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string", enum: ["1"] },
});

export const inQuery = (name: string, schema: object, description?: string): Parameter => ({
  name,
  in: "query",
  schema,
  ...(description && { description }),
});

export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true });

/** What someone who is signed in may hear when they change something. */
export const writeFaults = {
  401: notSignedIn,
  403: notAllowed,
  422: malformed,
  429: notNow,
};

/** The same for what belongs to one place. */
export const placeWriteFaults = { ...writeFaults, 404: notFound };

export const placeId: Parameter = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1 },
};

export const page = inQuery("page", { type: "integer", minimum: 1, default: 1 });

/** A point that must be said. */
export const position = [
  required(inQuery("lng", { type: "number", minimum: -180, maximum: 180 })),
  required(inQuery("lat", { type: "number", minimum: -90, maximum: 90 })),
];

const filterDescriptions: Readonly<Record<PlaceFilterName, string>> = {
  ...recordOf(placeFacts, (fact) => `only places with ${fact} true`),
  free: "only places with price 0 or no price",
  open: "only places that are open now, in their own time zone",
};

export const placeFilters = [
  ...placeFilterNames.map((name) => flag(name, filterDescriptions[name])),
  flag("unknown", "together with open: also places whose opening times are not known"),
];
