import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  readOsmXml,
  refuseXml,
  type XmlElement,
  type XmlListener,
} from "#server/import/osm-xml.ts";
import type { PbfNode, PbfRelation, PbfWay } from "#server/import/pbf/osm-pbf-writer.ts";

/** Result of a change for an element. */
export interface Change<Element> {
  /** Version of the element in OpenStreetMap; 0 where the file lacks it. */
  readonly version: number;
  /** The element after the change; null where it was deleted. */
  readonly element: Element | null;
}

/** Last change of each element, by its id. */
export interface Changes {
  readonly node: Map<number, Change<PbfNode>>;
  readonly way: Map<number, Change<PbfWay>>;
  readonly relation: Map<number, Change<PbfRelation>>;
}

/** Change file of OpenStreetMap, parsed. */
export interface ChangeFile {
  readonly path: string;
  readonly changes: Changes;
  /**
   * Time up to which it is complete: its state's, else that of its newest change; null where
   * neither has one.
   */
  readonly dataAt: Date | null;
  /** Number in the provider's series, by the state; null without. */
  readonly sequence: number | null;
}

/**
 * Limit of the elements, their tags, nodes and members in the change files of one run, which are in
 * memory: the changes of a day in all of Europe have fewer.
 */
const maxParts = 10_000_000;

/**
 * Reads change files, and the state of each where it is beside it (`321.state.txt` beside
 * `321.osc.gz`).
 *
 * @returns the files in the order of their times
 * @throws ImportFileError, with the file and the line, for one that is invalid, cut off or damaged
 */
export async function readChangeFiles(paths: readonly string[]): Promise<ChangeFile[]> {
  const files: ChangeFile[] = [];
  let parts = 0;
  for (const path of paths) {
    const reader = new ChangeReader(maxParts - parts);
    await readOsmXml(path, reader);
    parts += reader.parts;
    const { sequence, dataAt } = readState(path);
    files.push({ path, changes: reader.changes, sequence, dataAt: dataAt ?? reader.newest });
  }
  return files.toSorted((one, other) => orderOf(one, other) || 0);
}

function orderOf(one: ChangeFile, other: ChangeFile): number {
  if (one.sequence !== null && other.sequence !== null) return one.sequence - other.sequence;
  if (one.dataAt === null || other.dataAt === null) return 0;
  return one.dataAt.getTime() - other.dataAt.getTime();
}

/**
 * Joins the changes of files: of one element the highest version counts, of equal versions the
 * later file's.
 */
export function joinChanges(files: readonly Pick<ChangeFile, "changes">[]): Changes {
  const [first, ...others] = files;
  for (const { changes } of others) {
    for (const [id, change] of changes.node) putChange(first.changes.node, id, change);
    for (const [id, change] of changes.way) putChange(first.changes.way, id, change);
    for (const [id, change] of changes.relation) putChange(first.changes.relation, id, change);
  }
  return first.changes;
}

function putChange<Element>(
  known: Map<number, Change<Element>>,
  id: number,
  change: NoInfer<Change<Element>>,
): void {
  const before = known.get(id);
  if (before === undefined || change.version >= before.version) known.set(id, change);
}

/** Provider's state of a change file: its number and time. */
function readState(path: string): Pick<ChangeFile, "sequence" | "dataAt"> {
  const statePath = path.replace(/(\.osc|\.xml)?(\.gz|\.bz2)?$/i, ".state.txt");
  let text: string;
  try {
    text = readFileSync(statePath, "utf8");
  } catch {
    return { sequence: null, dataAt: null };
  }
  const sequence = /^sequenceNumber=(\d{1,15})\s*$/m.exec(text)?.[1];
  // A colon is escaped, as in files of properties.
  const timestamp = /^timestamp=(\S+)/m.exec(text)?.[1].replaceAll("\\", "");
  const dataAt = new Date(timestamp ?? "");
  if (sequence === undefined || Number.isNaN(dataAt.getTime())) {
    throw new ImportFileError(
      `${basename(statePath)} is not the state of a change file: it has no sequenceNumber or no timestamp.`,
    );
  }
  return { sequence: Number(sequence), dataAt };
}

/** Reads the last change of each element, and counts the parts of all. */
class ChangeReader implements XmlListener {
  readonly root = "osmChange";
  readonly changes: Changes = { node: new Map(), way: new Map(), relation: new Map() };
  readonly #maxParts: number;
  #newestMs = Number.NEGATIVE_INFINITY;
  parts = 0;

  constructor(maxParts: number) {
    this.#maxParts = maxParts;
  }

  /** Time of the newest change; null where none has one. */
  get newest(): Date | null {
    return Number.isFinite(this.#newestMs) ? new Date(this.#newestMs) : null;
  }

  onElement({ kind, id, version, isDeleted, timeMs, ...lists }: XmlElement): void {
    const { longitudeE7, latitudeE7, tags, refs, members } = lists;
    this.#newestMs = Math.max(this.#newestMs, timeMs ?? this.#newestMs);
    if (kind === "node") {
      const element = isDeleted ? null : { id, longitudeE7, latitudeE7, tags };
      putChange(this.changes.node, id, { version, element });
    } else if (kind === "way") {
      putChange(this.changes.way, id, { version, element: isDeleted ? null : { id, refs, tags } });
    } else {
      const element = isDeleted ? null : { id, members, tags };
      putChange(this.changes.relation, id, { version, element });
    }
  }

  onPart(): void {
    this.parts++;
    if (this.parts > this.#maxParts) {
      refuseXml(
        `the change files have more than ${maxParts} parts: give fewer files at once, or import a newer extract.`,
      );
    }
  }
}
