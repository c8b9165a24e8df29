import type { RowDoubt, RowRefusal } from "#domain/source-list/source-list.ts";
import {
  type FirebaseMigrationResult,
  type MigrationRemark,
  migratedKinds,
  migrationOutcomes,
} from "#server/import/firebase/migrate-firebase.ts";
import type { ImportResult } from "#server/import/import-file.ts";
import type {
  ImportedExtract,
  Presence,
  RemovedExtract,
  Renewal,
  WaysAndMap,
} from "#server/import/imported-extracts.ts";
import type {
  ImportRemark,
  ImportReport,
  LeftOutReason,
  RemovedPlaces,
} from "#server/import/toilets/import-toilets.ts";
import type { ListFileResult } from "#server/source-lists/import-list-file.ts";

/** Maximum number of printed remarks of one kind; a report file has all of them. */
const maxLines = 10;

const reasons: Readonly<Record<LeftOutReason, string>> = {
  unusable: "gone, closed to everyone or out of use",
  "no-position": "without a position (ask Overpass for 'out center')",
  "bad-position": "with coordinates that are no degrees",
  swapped: "whose latitude and longitude look swapped",
  "no-country": "in no country",
  "deleted-here": "deleted here before",
  duplicate: "already added here by someone",
  double: "likely twice in the file",
  other: "not toilets",
};

const headings: Readonly<Record<ImportRemark["kind"], string>> = {
  conflict: "changed both here and in the file; what was changed here has stayed",
  duplicate: "already added here by someone, with the same city, address and comment",
  double: "likely the same toilet twice in the file; the second one is the place",
  swapped: "held, since latitude and longitude look swapped; put them right in the file",
  unnumbered:
    "without an id that can be used; they are known by their position, so one that is moved is a new place",
  missing: "no longer in the file; they are still shown, delete those that are gone",
  gone: "gone in OpenStreetMap; people have said something about them here, so they are closed for now and wait for staff",
};

/** Message to the operator after the sample places were removed. */
export function describeSampleRemoval(count: number): string {
  if (count === 0) return "There are no sample places.";
  return `${count} sample places removed: they are off every map and list now, and gone for good within two hours.`;
}

const listReasons: Readonly<Record<RowRefusal | RowDoubt, string>> = {
  "not-in-use": "not in use",
  "no-position": "without a position and an address",
  "bad-position": "with coordinates that are no position",
  swapped: reasons.swapped,
  double: "already added here by someone, or twice in the list",
  "too-many-cells": "with more cells than the header",
  "deleted-here": reasons["deleted-here"],
  "no-country": reasons["no-country"],
  approximate: "with an address alone",
  several: "near several places that are like them",
  near: "near a place that may be the same",
};

/** Message about a source list, line by line. */
export function describeList(
  { columns, mapping, rows, missing }: ListFileResult,
  { isDryRun }: { readonly isDryRun: boolean },
): string[] {
  const count = (isWanted: (row: ListFileResult["rows"][number]) => boolean) =>
    rows.filter(isWanted).reduce((sum, row) => sum + row.count, 0);
  const here = count(({ kind }) => kind === "here");
  const changing = rows.reduce((sum, row) => sum + row.changing, 0);
  const unused = columns.filter(({ header }) => (mapping.columns[header] ?? "none") === "none");
  const byReason = (kind: string, heading: string) => {
    const reasonsOf = new Set(rows.filter((row) => row.kind === kind).map(({ reason }) => reason));
    return [...reasonsOf].map((reason) => {
      const number = count((row) => row.kind === kind && row.reason === reason);
      return `  ${heading}: ${number} ${reason === null ? "" : listReasons[reason]}`;
    });
  };
  const hours = (kind: string) => count((row) => row.kind !== "left-out" && row.hours === kind);
  const lines = [
    `Rows: ${count(({ kind }) => kind === "new")} new, ${here} here (${changing} of them change), ${count(({ kind }) => kind === "look")} to look at.`,
    ...byReason("left-out", "left out"),
    ...byReason("look", isDryRun ? "to look at" : "a task of the moderation page"),
    `Opening hours: ${hours("read")} read, ${hours("unknown")} in words that are shown as they are, ${hours("none")} without.`,
  ];
  if (hours("asks-winter") > 0) {
    lines.push(
      `  ${hours("asks-winter")} name the winter without its months: add "winter": { "from": 11, "to": 3 } to the file of --map`,
    );
  }
  if (unused.length > 0) {
    lines.push(`Columns left out: ${unused.map(({ header }) => header).join(", ")}.`);
  }
  if (missing > 0) lines.push(`${missing} places are no longer in the list; they are still shown.`);
  if (isDryRun) lines.push("Nothing has been changed.");
  return lines;
}

/** Message after an import, line by line. */
export function describeImport(result: ImportResult): string[] {
  const { report, extract, incomplete, repeated, samplesRemoved } = result;
  const removed = report.removed > 0 ? `, ${report.removed} removed` : "";
  const lines = [
    `Toilets: ${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged${removed}.`,
  ];
  for (const [reason, count] of report.leftOut) {
    lines.push(`  left out: ${count} ${reasons[reason]}`);
  }
  if (repeated > 0) lines.push(`  ${repeated} came more than once in the file`);
  if (samplesRemoved > 0) lines.push(`  ${describeSampleRemoval(samplesRemoved)}`);
  if (extract === "unchanged") lines.push("Addresses: this very file is already there.");
  else if (extract) {
    const { settlements, streets, addresses, guessedCountries } = extract;
    lines.push(
      `Addresses: ${settlements} settlements, ${streets} streets, ${addresses} addresses.`,
    );
    const [[first] = []] = guessedCountries;
    if (first !== undefined) {
      const countries = [...guessedCountries].map(([country, count]) => `${count} in ${country}`);
      lines.push(
        `  settlements: ${countries.join(", ")}; the file lacks a country's border, so some are told by borders that are a little coarse. If all are in one country, import it again with --country ${first}.`,
      );
    }
  }
  if (incomplete !== null) {
    lines.push(describeIncomplete(incomplete));
    lines.push("So nothing can be said about places that it lacks.");
  }
  return [...lines, ...describeRemarks(report)];
}

/** Message about a file that is marked as incomplete. */
export function describeIncomplete(remark: string): string {
  return `The file says that it is not complete: "${remark}"`;
}

/** What the operator is to decide after an import, line by line. */
export function describeRemarks({
  counts,
  remarks,
}: Pick<ImportReport, "counts" | "remarks">): string[] {
  return [...counts].flatMap(([kind, count]) => {
    const ofKind = remarks.filter((remark) => remark.kind === kind);
    return [
      `${count} ${headings[kind]}:`,
      ...ofKind.slice(0, maxLines).map(describeRemark),
      ...(count > maxLines ? [`  … and ${count - maxLines} more; --report FILE lists them`] : []),
    ];
  });
}

const presences: Readonly<Record<Presence, string>> = {
  present: "yes",
  earlier: "an earlier file of this name; import it again",
  absent: "no; import it again",
};

/**
 * Description of an imported extract, line by line.
 *
 * @param hasRouter whether the router is installed, without which there are no ways
 */
export function describeExtract(extract: ImportedExtract, hasRouter: boolean): string[] {
  const { name, search, places, fileBytes, streetMap, ways } = extract;
  // The remains of a removal must be removed, not imported.
  const presenceOf = (presence: Presence) =>
    presence === "absent" && search === null ? "no" : presences[presence];
  const dateOf = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const facts = {
    "data of": search ? (search.dataAt ? dateOf(search.dataAt) : "not known") : null,
    imported: search && dateOf(search.importedAt),
    search: search
      ? `${search.settlements} settlements, ${search.streets} streets, ${search.addresses} addresses`
      : `no: its removal was cut off; npm run extracts -- remove ${name}`,
    places: String(places),
    file: fileBytes === null ? "not kept; import it again" : `${(fileBytes / 1e6).toFixed(1)} MB`,
    "street map": presenceOf(streetMap),
    ways:
      ways === "absent" && search !== null && !hasRouter
        ? "no: no router is installed. npm run routing:install, then import it again"
        : presenceOf(ways),
  };
  const lines = Object.entries(facts).filter(([, value]) => value !== null);
  return [name, ...lines.map(([key, value]) => `  ${key.padEnd(10)}  ${value}`)];
}

/**
 * Message about the places that are in no file any more, by the file that brought them; empty without any. In the
 * list of extracts only names begin a line (deploy/update-extract.sh).
 */
export function describePlacesInNoFile(counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [];
  const total = [...counts.values()].reduce((sum, count) => sum + count);
  const files = [...counts].map(([source, count]) => `${count} of ${source}`).join(", ");
  return [
    "",
    `  Places in no file any more: ${total} (${files}).`,
    "  Visitors see them as before. Those that nobody has touched here go with: npm run extracts -- remove-places",
  ];
}

/** Message about the places of a removed extract. */
export function describePlacesOf(
  name: string,
  { places, damaged }: Pick<RemovedExtract, "places" | "damaged">,
  withPlaces: boolean,
): string[] {
  if (withPlaces) return describeRemovedPlaces(places);
  const command = `npm run extracts -- remove ${name} --places`;
  return [
    "The places that it brought stay.",
    ...(places.stayed > 0
      ? [`  There are ${places.stayed}. Those that nobody has touched here go with: ${command}`]
      : []),
    ...damaged.map(
      (other) =>
        `  The stored file of ${other} is damaged, so it is not known which of them it has too: import ${other} again.`,
    ),
  ];
}

/** Message after the deletion of places that are in no file any more. */
export function describeRemovedPlaces({ removed, stayed }: RemovedPlaces): string[] {
  return [
    `Places: ${removed} removed, which are in no file any more; staff can restore them for 30 days.`,
    ...(stayed > 0 ? [`  ${stayed} stay: people have said something about them here.`] : []),
  ];
}

/** Message after ways and street map were made, or failed to be made, of the extracts. */
export function describeWaysAndMap({ extracts, leftOut, ways, streetMap }: WaysAndMap): string[] {
  const names = extracts.join(", ");
  const describe = (renewal: Renewal) => {
    switch (renewal.kind) {
      case "made":
        return `made of ${names}, and in use. It took ${(renewal.tookMs / 1000).toFixed(1)} s.`;
      case "unchanged":
        return extracts.length > 0 ? `made of ${names} already.` : "there is none.";
      case "removed":
        return "removed, for no extract is left.";
      case "no-router":
        return "no router is installed. npm run routing:install, then import again.";
      case "failed":
        return `as before. ${renewal.reason}`;
    }
  };
  return [
    `Walking directions: ${describe(ways)}`,
    `Street map: ${describe(streetMap)}`,
    ...leftOut.map((reason) => `  Left out of both. ${reason}`),
  ];
}

function describeRemark(remark: ImportRemark): string {
  if (remark.kind === "swapped" || remark.kind === "unnumbered") return `  ${remark.osmId}`;
  if (remark.kind === "double") return `  ${remark.osmId}, ${remark.keptId}`;
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
const remarkHeadings: Readonly<Record<MigrationRemark["outcome"], string>> = {
  refused: "Not taken",
  noted: "Taken, but for a part",
  kept: "Left as they are here",
};

/** Message after a Firebase migration, line by line. */
export function describeMigration(
  { report, samplesRemoved }: FirebaseMigrationResult,
  isDryRun: boolean,
): string[] {
  const lines = migratedKinds.map((kind) => {
    const counts = migrationOutcomes.map(
      (outcome) => `${report.numberOf(kind, outcome)} ${outcomeNames[outcome]}`,
    );
    return `${movedNames[kind]}: ${counts.join(", ")}.`;
  });
  if (samplesRemoved > 0) lines.push(`  ${describeSampleRemoval(samplesRemoved)}`);
  for (const outcome of ["refused", "noted", "kept"] as const) {
    const remarks = report.remarks.filter((remark) => remark.outcome === outcome);
    if (remarks.length === 0) continue;
    lines.push(`${remarkHeadings[outcome]}:`);
    const byReason = new Map<string, MigrationRemark[]>();
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

/** First name of a path, by which remarks are counted; a report file has the full path. */
function topOf(path: string): string {
  return path === "" ? "" : `${path.split(".")[0]}: `;
}

function idsOf(remarks: readonly MigrationRemark[]): string {
  const ids = remarks.slice(0, maxLines).map(({ id }) => id);
  const more = remarks.length - ids.length;
  return more > 0
    ? `${ids.join(", ")} … and ${more} more; --report FILE lists them`
    : ids.join(", ");
}
