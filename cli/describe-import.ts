import type { ImportResult } from "#server/import/import-file.ts";
import type { MoveInResult } from "#server/import/moving-in/move-in.ts";
import { type MoveRemark, movedKinds, moveOutcomes } from "#server/import/moving-in/move-report.ts";
import type { ImportRemark, LeftOutReason } from "#server/import/toilets/import-report.ts";

/** Maximum number of remarks of one kind that are printed; a report file has all of them. */
const maxLines = 10;

const reasons: Readonly<Record<LeftOutReason, string>> = {
  unusable: "closed to everyone or out of use",
  "no-position": "without a position (ask Overpass for 'out center')",
  "no-country": "in no country",
  "deleted-here": "deleted here before",
  duplicate: "already added here by someone",
  other: "not toilets",
};

const headings: Readonly<Record<ImportRemark["kind"], string>> = {
  conflict: "changed both here and in the file; what was changed here has stayed",
  duplicate: "already added here by someone, with the same city, address and comment",
  missing: "no longer in the file; they are still shown, delete those that are gone",
};

/** Message to the operator after the sample places were removed. */
export function describeSampleRemoval(count: number): string {
  if (count === 0) return "There are no sample places.";
  return `${count} sample places removed: they are off every map and list now, and gone for good within two hours.`;
}

/** What an operator reads after an import, line by line. */
export function describeImport(result: ImportResult): string[] {
  const { report, extract, incomplete, repeated, samplesRemoved } = result;
  const lines = [
    `Toilets: ${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged.`,
  ];
  for (const [reason, count] of report.leftOut) {
    lines.push(`  left out: ${count} ${reasons[reason]}`);
  }
  if (repeated > 0) lines.push(`  ${repeated} came more than once in the file`);
  if (samplesRemoved > 0) lines.push(`  ${describeSampleRemoval(samplesRemoved)}`);
  if (extract === "unchanged") lines.push("Addresses: this very file is already there.");
  else if (extract) {
    const { settlements, streets, addresses } = extract;
    lines.push(
      `Addresses: ${settlements} settlements, ${streets} streets, ${addresses} addresses.`,
    );
  }
  if (incomplete !== null) {
    lines.push(`The file says that it is not complete: "${incomplete}"`);
    lines.push("So nothing can be said about places that it lacks.");
  }
  for (const [kind, count] of report.counts) {
    lines.push(`${count} ${headings[kind]}:`);
    const remarks = report.remarks.filter((remark) => remark.kind === kind);
    lines.push(...remarks.slice(0, maxLines).map(describeRemark));
    if (count > maxLines) lines.push(`  … and ${count - maxLines} more; --report FILE lists them`);
  }
  return lines;
}

function describeRemark(remark: ImportRemark): string {
  const what = remark.kind === "conflict" ? ` (${remark.fields.join(", ")})` : "";
  return `  ${remark.osmId}, place ${remark.placeId}${what}`;
}

const movedNames = { account: "Accounts", place: "Places", review: "Reviews" } as const;
const outcomeNames = {
  taken: "taken",
  changed: "changed",
  unchanged: "unchanged",
  kept: "left as they are here",
  refused: "not taken",
} as const;
const remarkHeadings: Readonly<Record<MoveRemark["outcome"], string>> = {
  refused: "Not taken",
  noted: "Taken, but for a part",
  kept: "Left as they are here",
};

/** What an operator reads after moving in, line by line. */
export function describeMove(
  { report, samplesRemoved }: MoveInResult,
  isDryRun: boolean,
): string[] {
  const lines = movedKinds.map((kind) => {
    const counts = moveOutcomes.map(
      (outcome) => `${report.numberOf(kind, outcome)} ${outcomeNames[outcome]}`,
    );
    return `${movedNames[kind]}: ${counts.join(", ")}.`;
  });
  if (samplesRemoved > 0) lines.push(`  ${describeSampleRemoval(samplesRemoved)}`);
  for (const outcome of ["refused", "noted", "kept"] as const) {
    const remarks = report.remarks.filter((remark) => remark.outcome === outcome);
    if (remarks.length === 0) continue;
    lines.push(`${remarkHeadings[outcome]}:`);
    const byReason = new Map<string, MoveRemark[]>();
    for (const remark of remarks) {
      const reason = `${remark.kind}: ${topOf(remark.path)}${remark.reason}`;
      byReason.set(reason, [...(byReason.get(reason) ?? []), remark]);
    }
    for (const [reason, alike] of byReason) {
      lines.push(`  ${alike.length} × ${reason} (${idsOf(alike)})`);
    }
  }
  if (isDryRun) lines.push("A dry run: nothing has been written.");
  return lines;
}

/** First name of a path, by which remarks are counted; a report file has the whole. */
function topOf(path: string): string {
  return path === "" ? "" : `${path.split(".")[0]}: `;
}

function idsOf(remarks: readonly MoveRemark[]): string {
  const ids = remarks.slice(0, maxLines).map(({ id }) => id);
  const more = remarks.length - ids.length;
  return more > 0
    ? `${ids.join(", ")} … and ${more} more; --report FILE lists them`
    : ids.join(", ");
}
