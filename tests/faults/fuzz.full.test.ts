import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Every call of the API's own description is asked with parameters and bodies that are right, nearly right and
 * wrong. `npm test` asks some of each, `npm run test:faults` ten thousand. No answer is a fault of the server,
 * and each has a status that the description names and the shape that it promises.
 */
const isFull = process.env.FAULTS === "full";
const requestsPerCall = isFull ? 10_000 : 500;
const atOnce = 8;
/** Longest time of an answer; a machine that runs other tests beside takes longer. */
const slowestMs = isFull ? 1_000 : 10_000;

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

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

let server: ServerProcess;
let calls: Call[];
let cookie: string;
let ajv: Ajv2020;

beforeAll(async () => {
  buildWhenNeeded();
  const dataDirectory = await mkdtemp(join(tmpdir(), "mosdo-fuzz-"));
  server = new ServerProcess(await findFreePort(), {
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  });
  await server.readyAfterMs();
  const document = await (await fetch(`${server.origin}/api/v1/openapi.json`)).json();
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, "api");
  const base = document.servers?.[0]?.url ?? "";
  calls = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map(([method, operation]) => ({ ...operation, method, path: base + path })),
  );
  const { origin } = server;
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "anna@example.org", password: "Jelszo-123", name: "" }),
  });
  const lines = signedUp.headers.getSetCookie();
  cookie = lines.map((line) => line.split(";", 1)[0]).join("; ");
  return async () => {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}, 180_000);

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

/** Values of a parameter: mostly those that it names, if it names some. */
function valuesOf({ schema }: Parameter): fc.Arbitrary<string> {
  const named = schema?.enum;
  return named ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...named) }, anyText) : anyText;
}

/** Fields that bodies of any call have, so that the wrong call gets them too. */
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

interface Question {
  readonly path: string;
  readonly init: RequestInit;
}

function questionsOf({ method, path, parameters = [], requestBody }: Call): fc.Arbitrary<Question> {
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
    .map(({ parts, asked, values, extra, body, isSignedIn, version }) => {
      const filled = ofPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encode(parts[index] ?? "1") || "1"),
        path,
      );
      const query = asked.map(({ name }) => {
        const value = values[ofQuery.findIndex((parameter) => parameter.name === name)] ?? "";
        return `${name}=${encode(value)}`;
      });
      if (extra) query.push(`${extra[0]}=${encode(extra[1])}`);
      // The account is needed by all other calls.
      const isLast = method === "delete" && path.endsWith("/account");
      return {
        path: `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
        init: {
          method: method.toUpperCase(),
          headers: {
            Origin: server.origin,
            "Content-Type": "application/json",
            ...(isSignedIn && !isLast && { Cookie: cookie }),
            ...(version !== null && { "If-Match": version }),
          },
          ...(requestBody && { body }),
        },
      };
    });
}

/** A lone surrogate has no form in UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Number of answers that were compared with their description. */
let compared = 0;

const validators = new Map<string, ValidateFunction>();

function validatorOf({ method, path, responses }: Call, status: number, type: string) {
  const key = `${method} ${path} ${status} ${type}`;
  const known = validators.get(key);
  if (known) return known;
  if (!responses[status]?.content?.[type]) return null;
  const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
  const documentPath = path.replace(/^\/api\/v1(?=\/)/, "");
  for (const candidate of [documentPath, path]) {
    const pointer = [
      "paths",
      candidate,
      method,
      "responses",
      String(status),
      "content",
      type,
      "schema",
    ];
    try {
      const $ref = `api#/${pointer.map((part) => encodeURIComponent(escaped(part))).join("/")}`;
      const validate = ajv.compile({ $ref });
      validators.set(key, validate);
      return validate;
    } catch (error) {
      if (!String(error).includes("can't resolve")) throw error;
    }
  }
  return null;
}

/** What is wrong with the answer to a question; null if nothing is. */
async function faultOf(call: Call, { path, init }: Question): Promise<string | null> {
  const begun = performance.now();
  const answer = await fetch(server.origin + path, { redirect: "manual", ...init });
  const text = await answer.text();
  const ms = performance.now() - begun;
  const type = answer.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  if (answer.status >= 500) return `${answer.status} ${text}`;
  if (ms > slowestMs) return `${Math.round(ms)} ms`;
  if (answer.status === 304 || !type.endsWith("json")) return null;
  const body = JSON.parse(text);
  const validate = validatorOf(call, answer.status, type);
  if (validate) compared++;
  // Failures that any call may have are described once, in words.
  if (!validate) return answer.status < 400 ? `${answer.status} ${type} is not described` : null;
  return validate(body)
    ? null
    : `${answer.status} ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
}

test(`${requestsPerCall} requests of each call are answered as the API's description says`, async () => {
  expect(calls.length).toBeGreaterThan(30);
  const faults: string[] = [];
  for (const call of calls) {
    const questions = fc.sample(questionsOf(call), requestsPerCall);
    const ask = async () => {
      for (let question = questions.pop(); question; question = questions.pop()) {
        const fault = await faultOf(call, question);
        if (fault) {
          faults.push(
            `${question.init.method} ${question.path} ${question.init.body ?? ""}: ${fault}`.slice(
              0,
              700,
            ),
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
  }
  console.log(
    `${calls.length} calls, ${calls.length * requestsPerCall} requests, ${compared} answers compared with their description`,
  );
  expect(compared).toBeGreaterThan((calls.length * requestsPerCall) / 2);
  expect(faults.slice(0, 20)).toEqual([]);
}, 3_600_000);
