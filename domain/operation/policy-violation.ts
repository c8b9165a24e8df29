/** Content that a page's security policy (CSP) blocked, without personal data (docs/product#refused-content). */
export interface PolicyViolation {
  /** Directive of the policy, such as `script-src-elem`. */
  readonly directive: string;
  /** Origin of the blocked content, or a keyword for content without one: `inline`, `eval`, `data:`. */
  readonly blocked: string;
}

/** Violation in a browser's report; all of it is untrusted text. */
export interface ReportedViolation {
  readonly directive: string | null | undefined;
  readonly blocked: string | null | undefined;
  /** Script that requested it. */
  readonly source: string | null | undefined;
}

/** Keywords of W3C Content Security Policy Level 3, 5.3, for content without a URL. */
const blockedKeywords: ReadonlySet<string> = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
]);

/** Schemes whose origin is reported; for any other only the scheme is. */
const webSchemes: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:"]);

/** Scheme of an extension or of the browser itself; Safari reports it without its colon. */
const browserScheme = /^(?:[a-z-]*-?extension|about|chrome|resource|user-script)(?::|$)/i;

/**
 * Violation from a browser's report; null where an extension caused it, which our pages cannot fix, or where it
 * has no directive.
 */
export function violationOf({
  directive,
  blocked,
  source,
}: ReportedViolation): PolicyViolation | null {
  // Older browsers report the directive with its sources.
  const name = /^[a-z-]{1,40}(?= |$)/.exec(directive ?? "")?.[0];
  if (name === undefined) return null;
  if (browserScheme.test(source ?? "") || browserScheme.test(blocked ?? "")) return null;
  return { directive: name, blocked: withoutPath(blocked ?? "") };
}

function withoutPath(blocked: string): string {
  if (blockedKeywords.has(blocked)) return blocked;
  if (!URL.canParse(blocked)) return /^(?:data|blob)$/.test(blocked) ? `${blocked}:` : "other";
  const url = new URL(blocked);
  return webSchemes.has(url.protocol) ? `${url.protocol}//${url.host}`.slice(0, 200) : url.protocol;
}
