/** What a page's policy refused in a browser, without persons (docs/product#refused-content). */
export interface PolicyViolation {
  /** Directive of the policy, such as `script-src-elem`. */
  readonly directive: string;
  /** Origin of what was refused, or a word for what has none: `inline`, `eval`, `data:`. */
  readonly blocked: string;
}

/** Violation as a browser tells it; all of it is unknown text. */
export interface ToldViolation {
  readonly directive: string | null | undefined;
  readonly blocked: string | null | undefined;
  /** Script that wanted it. */
  readonly source: string | null | undefined;
}

/** Words of W3C Content Security Policy Level 3, 5.3, for what has no address. */
const blockedWords: ReadonlySet<string> = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
]);

/** Schemes whose origin is told; of any other the scheme alone is. */
const webSchemes: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:"]);

/** Scheme of an extension or of the browser itself; Safari tells it without its colon. */
const browserScheme = /^(?:[a-z-]*-?extension|about|chrome|resource|user-script)(?::|$)/i;

/**
 * What is told of a violation; null where a browser's extension caused it, which no page of ours can mend, or
 * where no directive is named.
 */
export function violationOf({ directive, blocked, source }: ToldViolation): PolicyViolation | null {
  // Older browsers tell the whole rule, its sources included.
  const name = /^[a-z-]{1,40}(?= |$)/.exec(directive ?? "")?.[0];
  if (name === undefined) return null;
  if (browserScheme.test(source ?? "") || browserScheme.test(blocked ?? "")) return null;
  return { directive: name, blocked: withoutPath(blocked ?? "") };
}

function withoutPath(blocked: string): string {
  if (blockedWords.has(blocked)) return blocked;
  if (!URL.canParse(blocked)) return /^(?:data|blob)$/.test(blocked) ? `${blocked}:` : "other";
  const url = new URL(blocked);
  return webSchemes.has(url.protocol) ? `${url.protocol}//${url.host}`.slice(0, 200) : url.protocol;
}
