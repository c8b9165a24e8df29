import {
  computeMovedHash,
  type MovedPasswordParameters,
} from "#server/accounts/moved-passwords.ts";

/** Example that the hosted provider has published with its hash: parameters, as its console shows them, and a user. */
export const publishedParameters = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`;

export const publishedUser = {
  password: "user1password",
  salt: "42xEC+ixf3L2lw==",
  passwordHash:
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
} as const;

/** Hash and salt of another password, in base64url, as in an export. */
export async function hashedAtTheSource(parameters: MovedPasswordParameters, password: string) {
  const salt = Buffer.from("a salt");
  const hash = await computeMovedHash(parameters, salt, password);
  return { salt: salt.toString("base64url"), passwordHash: hash.toString("base64url") };
}
