/** Report of `npm audit --json`, as far as it is needed (version 2 of the format). */
export interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly via: readonly (string | Advisory)[] }>
  >;
}

/** Advisory about a package, in npm's form. */
interface Advisory {
  /** The affected package. */
  readonly name: string;
  readonly title: string;
  /** URL at GitHub that ends in its id, `GHSA-…`. */
  readonly url: string;
  readonly severity: string;
}

const graveSeverities: ReadonlySet<string> = new Set(["high", "critical"]);

export interface AuditVerdict {
  /** Grave advisories that are not listed, a line each. */
  readonly unlisted: readonly string[];
  /** Other advisories, and listed ones with their reason, a line each. */
  readonly notices: readonly string[];
  /** Ids that no longer need to be listed. */
  readonly outdated: readonly string[];
}

/**
 * Verdict on the advisories about the packages that the product runs with: a grave one must be listed, with the
 * reason why it stays.
 *
 * @param known reasons by advisory id
 */
export function judgeAudit(
  { vulnerabilities }: AuditReport,
  known: Readonly<Record<string, string>>,
): AuditVerdict {
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      // A text names another package of the report, which has the advisory itself.
      if (typeof cause !== "string") advisories.set(idOf(cause), cause);
    }
  }
  const unlisted: string[] = [];
  const notices: string[] = [];
  for (const [id, { name, title, severity }] of advisories) {
    const line = `${id} (${severity}): ${name}: ${title}`;
    if (id in known) notices.push(`${line}; stays, since ${known[id]}`);
    else (graveSeverities.has(severity) ? unlisted : notices).push(line);
  }
  return { unlisted, notices, outdated: Object.keys(known).filter((id) => !advisories.has(id)) };
}

function idOf({ url }: Advisory): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
