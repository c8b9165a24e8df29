import type { openApiSchemas } from "./open-api-schemas.ts";

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
