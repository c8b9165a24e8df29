import { readFileSync } from "node:fs";
import * as v from "valibot";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import type { MovedPasswordParameters } from "#server/accounts/moved-passwords.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";

import { isFields, readJson } from "./place-documents.ts";

/** Base64, also in the form for URLs. */
const base64 = v.pipe(
  v.string(),
  v.regex(/^[\w+/-]*={0,2}$/),
  v.transform((text) => Buffer.from(text, "base64")),
);
const text = v.pipe(v.string(), v.check(isHarmlessText));
const providerSchema = v.looseObject({
  providerId: v.optional(v.string()),
  rawId: v.optional(v.pipe(text, v.maxLength(255))),
  email: v.optional(v.nullable(v.string())),
  displayName: v.optional(v.nullable(text)),
  photoUrl: v.optional(v.nullable(text)),
});
const userSchema = v.pipe(
  v.object({
    localId: v.pipe(text, v.minLength(1), v.maxLength(128)),
    email: v.optional(v.nullable(v.string()), null),
    emailVerified: v.optional(v.boolean(), false),
    disabled: v.optional(v.boolean(), false),
    passwordHash: v.optional(base64, ""),
    salt: v.optional(base64, ""),
    createdAt: v.optional(v.union([v.string(), v.number()])),
    providerUserInfo: v.optional(v.array(providerSchema), []),
  }),
  v.transform(({ passwordHash: hash, salt, ...user }) => {
    const email = parseEmailAddress(user.email ?? "");
    const created = new Date(Number(user.createdAt ?? Number.NaN));
    // Google confirms its own address, not another one of the user.
    const google = user.providerUserInfo.find(
      (info) =>
        info.providerId === "google.com" &&
        parseEmailAddress(info.email ?? user.email ?? "") === email,
    );
    const { rawId, displayName, photoUrl } = google ?? {};
    return {
      /** Id at the source. */
      id: user.localId,
      /** In the form of accounts; null without an address that can receive mail. */
      email,
      isEmailVerified: user.emailVerified,
      isDisabled: user.disabled,
      created: Number.isNaN(created.getTime()) ? null : created,
      /** Null for a user without a password. */
      password: hash.length > 0 ? { salt, hash } : null,
      /** Google account of the same address; null without one. */
      google:
        rawId && email !== null && user.emailVerified
          ? {
              id: rawId,
              name: displayName ?? "",
              photoUrl: photoUrl?.startsWith("https://") ? photoUrl : null,
            }
          : null,
    };
  }),
);

/** User of the hosted provider's export (docs/product#moved-accounts). */
export type ExportedUser = v.InferOutput<typeof userSchema>;

/**
 * Users of an export: `{ "users": […] }`, or the list alone. An unreadable one has a reason in
 * place of its fields.
 *
 * @throws ImportFileError where the file is not such an export
 */
export function readExportedUsers(path: string): (ExportedUser | { id: string; reason: string })[] {
  const json = readJson(path);
  const users = isFields(json) ? json.users : json;
  if (!Array.isArray(users)) throw new ImportFileError("It has no list of users.");
  return users.map((entry, index) => {
    const parsed = v.safeParse(userSchema, entry);
    if (parsed.success) return parsed.output;
    const { localId } = isFields(entry) ? entry : {};
    const id = typeof localId === "string" ? localId : `number ${index + 1}`;
    return { id, reason: `cannot be read: ${v.getDotPath(parsed.issues[0]) ?? "no user"}` };
  });
}

const full = (max: number) =>
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
    v.maxValue(max),
  );
const filled = v.pipe(
  base64,
  v.check((bytes) => bytes.length > 0),
);
const parametersSchema = v.object({
  algorithm: v.literal("SCRYPT"),
  base64_signer_key: filled,
  base64_salt_separator: base64,
  rounds: full(8),
  mem_cost: full(14),
});

/**
 * Parameters of the passwords' hash: the text of the provider's console (`hash_config { algorithm: SCRYPT, … }`),
 * or the same names in JSON.
 *
 * @throws ImportFileError
 */
export function readPasswordParameters(path: string): MovedPasswordParameters {
  const parsed = v.safeParse(parametersSchema, parseParameters(readFileSync(path, "utf8")));
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? "everything";
    throw new ImportFileError(`Its ${field} is missing or wrong; only SCRYPT is understood.`);
  }
  const { base64_signer_key: signerKey, base64_salt_separator: saltSeparator } = parsed.output;
  const { rounds, mem_cost: memoryCost } = parsed.output;
  return { signerKey, saltSeparator, rounds, memoryCost };
}

function parseParameters(content: string): unknown {
  try {
    const json: unknown = JSON.parse(content);
    return isFields(json) && isFields(json.hash_config) ? json.hash_config : json;
  } catch {
    const pairs = content.matchAll(/\b(\w+)\s*:\s*"?([\w+/=-]+)"?/g);
    return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
  }
}
