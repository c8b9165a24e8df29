import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Key and context of a sealed secret. */
export interface Seal {
  /** Secret that signs sessions; each purpose has a key derived from it. */
  readonly authSecret: string;
  readonly purpose: string;
  /** Name of the row, so that the sealed text is worthless in another row. */
  readonly boundTo: string;
}

const ivBytes = 12;
const tagBytes = 16;

/** Secret as stored in the database: AES-256-GCM, as text. */
export function sealSecret(seal: Seal, raw: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(seal), iv);
  cipher.setAAD(Buffer.from(seal.boundTo));
  const sealed = Buffer.concat([cipher.update(raw), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The unsealed secret; null where it was sealed differently, as with another `AUTH_SECRET`. */
export function openSecret(seal: Seal, stored: string): Buffer | null {
  const bytes = Buffer.from(stored, "base64url");
  try {
    const iv = bytes.subarray(0, ivBytes);
    const decipher = createDecipheriv("aes-256-gcm", sealingKey(seal), iv);
    decipher.setAAD(Buffer.from(seal.boundTo));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const sealed = bytes.subarray(ivBytes + tagBytes);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return null;
  }
}

function sealingKey({ authSecret, purpose }: Seal): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", purpose, 32));
}
