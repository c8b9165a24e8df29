import { gzipSync } from "node:zlib";
import type { OsmKind, OsmMember, OsmTags } from "#server/import/osm-element.ts";
import type { TestExtract } from "./write-osm-pbf.ts";

/** Change of an element as a test wants it; a deletion needs neither position nor tags. */
export interface TestChange {
  readonly action: "create" | "modify" | "delete";
  readonly kind: OsmKind;
  readonly id: number;
  readonly version?: number;
  /** ISO 8601. */
  readonly at?: string;
  readonly position?: readonly [lng: number, lat: number];
  readonly tags?: OsmTags;
  readonly refs?: readonly number[];
  readonly members?: readonly OsmMember[];
}

/** Text of a `.osc` file. */
export function writeOsmChanges(changes: readonly TestChange[]): string {
  const blocks = changes.map((change) => {
    const { action, kind, id, version, at, position, tags = {}, refs = [], members = [] } = change;
    const attributes = attributesOf({
      ...{ id, version, timestamp: at },
      ...(position && { lat: position[1], lon: position[0] }),
    });
    const parts = [
      ...refs.map((ref) => `<nd${attributesOf({ ref })}/>`),
      ...members.map((member) => {
        return `<member${attributesOf({ type: member.kind, ref: member.id, role: member.role })}/>`;
      }),
      ...Object.entries(tags).map(([k, v]) => `<tag${attributesOf({ k, v })}/>`),
    ];
    return `<${action}>\n<${kind}${attributes}>\n${parts.join("\n")}</${kind}></${action}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osmChange version="0.6">\n${blocks.join("\n")}\n</osmChange>\n`;
}

/** Bytes of a `.osc.gz` file. */
export function writePackedChanges(changes: readonly TestChange[]): Buffer {
  return gzipSync(writeOsmChanges(changes));
}

/** Text of a `.osm` file with the data of `writeOsmPbf`. */
export function writeOsmXml({ nodes, ways = {}, relations = {} }: TestExtract): string {
  const element = (kind: OsmKind, id: string) =>
    ({ action: "create", kind, id: Number(id) }) as const;
  const member = (role: string) => (id: number) => ({ kind: "way", id, role }) as const;
  return writeOsmChanges([
    ...Object.entries(nodes).map(([id, [lng, lat, tags]]) => {
      return { ...element("node", id), position: [lng, lat] as const, tags };
    }),
    ...Object.entries(ways).map(([id, [refs, tags]]) => ({ ...element("way", id), refs, tags })),
    ...Object.entries(relations).map(([id, [outer, tags, inner = []]]) => {
      const members = [...outer.map(member("outer")), ...inner.map(member("inner"))];
      return { ...element("relation", id), members, tags };
    }),
  ])
    .replaceAll(/<\/?create>/g, "")
    .replaceAll("osmChange", "osm");
}

function attributesOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join("");
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
