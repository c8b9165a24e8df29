import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { type ApiRequest, type Call, callsOf, requestsOf } from "./any-request.ts";

/*
 * Every call of the OpenAPI document is requested with valid, nearly valid and invalid parameters and bodies, two
 * thousand times. No response is a server error, and each has a status and a schema of the document.
 */
const requestsPerCall = 2_000;
const atOnce = 8;
/** Maximum time of a response. */
const slowestMs = 1_000;

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
  calls = callsOf(document);
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

/** Number of responses that were compared with the document. */
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

/** Error of the response to a request; null for a correct one. */
async function errorOf(call: Call, request: ApiRequest): Promise<string | null> {
  const { method, path, body: sent, isSignedIn } = request;
  const headers = {
    ...request.headers,
    Origin: server.origin,
    ...(isSignedIn && { Cookie: cookie }),
  };
  const begun = performance.now();
  const response = await fetch(server.origin + path, {
    ...{ method, headers, redirect: "manual" },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const ms = performance.now() - begun;
  const type = response.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  if (response.status >= 500) return `${response.status} ${text}`;
  if (ms > slowestMs) return `${Math.round(ms)} ms`;
  if (response.status === 304 || !type.endsWith("json")) return null;
  const body = JSON.parse(text);
  const validate = validatorOf(call, response.status, type);
  if (validate) compared++;
  // Failures that any call may have are described once, as text.
  if (!validate)
    return response.status < 400 ? `${response.status} ${type} is not described` : null;
  return validate(body)
    ? null
    : `${response.status} ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
}

test(`${requestsPerCall} requests of each call get responses as described`, async () => {
  expect(calls.length).toBeGreaterThan(30);
  const errors: string[] = [];
  for (const call of calls) {
    const requests = fc.sample(requestsOf(call), requestsPerCall);
    const sendRequests = async () => {
      for (let request = requests.pop(); request; request = requests.pop()) {
        const error = await errorOf(call, request);
        if (error) {
          errors.push(
            `${request.method} ${request.path} ${request.body ?? ""}: ${error}`.slice(0, 700),
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendRequests));
  }
  console.log(
    `${calls.length} calls, ${calls.length * requestsPerCall} requests, ${compared} answers compared with their description`,
  );
  expect(compared).toBeGreaterThan((calls.length * requestsPerCall) / 2);
  expect(errors.slice(0, 20)).toEqual([]);
}, 3_600_000);
