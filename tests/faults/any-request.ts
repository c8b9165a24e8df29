import fc from "fast-check";

/* Requests to the calls of the OpenAPI document, with valid, nearly valid and invalid parameters and bodies. */

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly schema?: { readonly enum?: readonly string[] };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, object> }>;
}

/** Call of the API, from the OpenAPI document. */
export interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Calls of an OpenAPI document. */
interface ApiDescription {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, unknown>>;
}

/** All calls of a description, with their whole paths. */
export function callsOf({ servers, paths }: ApiDescription): Call[] {
  const base = (servers?.[0]?.url ?? "").replace(/\/$/, "");
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, operation]) => ({ ...operation, method, path: base + path })),
  );
}

const numbers = [
  "0",
  "1",
  "2",
  "-1",
  "19.05",
  "47.5",
  "1e3",
  "1e309",
  "NaN",
  "٣",
  "007",
  "2147483648",
];
const texts = [
  "",
  "a",
  "Budapest",
  "fő tér",
  "open",
  "HU",
  "hu",
  "x".repeat(3_000),
  "'; --",
  "\0",
  "\ud800",
  "😀",
  "%",
  "../..",
];
const points = [
  "19.05,47.5",
  "181,0",
  "19.05",
  "19.05,47.5,12",
  "18,47,20,48",
  "20,48,18,47",
  ",,,",
];

const anyText = fc.oneof(
  fc.constantFrom(...numbers, ...texts, ...points),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Values of a parameter: mostly those of its enum, if it has one. */
function valuesOf({ schema }: Parameter): fc.Arbitrary<string> {
  const named = schema?.enum;
  return named ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...named) }, anyText) : anyText;
}

/** Fields of bodies of all calls, so that other calls get them too. */
const fields = {
  ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", comments: "a", price: 1.5 },
  ...{ accessible: true, public: true, latitude: 47.9, longitude: 20.37, position: "moved" },
  ...{ opening_times: ["08:00-20:00", "-", "-", "-", "-", "-", "-"], opening_hours: "Mo 08:00-" },
  ...{ rating: 3, text: "a", reason: "hours", ids: [1, 2], action: "update", version: 1 },
  ...{
    facts: { wheelchair: "yes" },
    changes: {},
    location: [19, 47],
    placeName: "a",
    decision: "accept",
  },
};

const anyBody = fc.oneof(
  fc
    .subarray(Object.keys(fields) as (keyof typeof fields)[])
    .chain((names) =>
      fc.tuple(
        fc.constant(names),
        fc.array(fc.option(fc.jsonValue({ maxDepth: 2 }), { freq: 3, nil: undefined }), {
          minLength: names.length,
          maxLength: names.length,
        }),
      ),
    )
    .map(([names, others]) =>
      JSON.stringify(
        Object.fromEntries(names.map((name, index) => [name, others[index] ?? fields[name]])),
      ),
    ),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom("", "{", "null", "[]", '{"__proto__":{"a":1}}', `"${"x".repeat(70_000)}"`),
);

/** Request to a call of the API. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Whether an account sends it. */
  readonly isSignedIn: boolean;
}

export function requestsOf(call: Call): fc.Arbitrary<ApiRequest> {
  const { method, path, parameters = [], requestBody } = call;
  const ofPath = parameters.filter((parameter) => parameter.in === "path");
  const ofQuery = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record({
      parts: fc.tuple(...ofPath.map((part) => fc.oneof(fc.constantFrom("1", "2"), valuesOf(part)))),
      asked: fc.subarray(ofQuery),
      values: fc.tuple(...ofQuery.map(valuesOf)),
      extra: fc.option(fc.tuple(fc.constantFrom("a", "page", "lang"), anyText), { freq: 6 }),
      body: anyBody,
      isSignedIn: fc.boolean(),
      version: fc.option(fc.constantFrom('"1"', "*", "W/x", '"999999999999"'), { freq: 2 }),
    })
    .map(({ parts, asked: request, values, extra, body, isSignedIn, version }) => {
      const filled = ofPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encode(parts[index] ?? "1") || "1"),
        path,
      );
      const query = request.map(({ name }) => {
        const value = values[ofQuery.findIndex((parameter) => parameter.name === name)] ?? "";
        return `${name}=${encode(value)}`;
      });
      if (extra) query.push(`${extra[0]}=${encode(extra[1])}`);
      // The account is needed by all other calls.
      const isLast = method === "delete" && path.endsWith("/account");
      return {
        method: method.toUpperCase(),
        path: `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
        headers: {
          "Content-Type": "application/json",
          ...(version !== null && { "If-Match": version }),
        },
        ...(requestBody && { body }),
        isSignedIn: isSignedIn && !isLast,
      };
    });
}

/** A lone surrogate has no form in UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
