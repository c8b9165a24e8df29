import type { OsmKind, OsmTags } from "#server/import/osm-element.ts";
import type { TestExtract } from "./write-osm-pbf.ts";

/** Text of a `.osm` file with the data of `writeOsmPbf`. */
export function writeOsmXml({ nodes, ways = {}, relations = {} }: TestExtract): string {
  const element = (kind: OsmKind, id: string, tags: OsmTags, parts: string, at = "") => {
    const entries = Object.entries(tags).map(([k, v]) => `<tag${attributesOf({ k, v })}/>`);
    return `<${kind} id="${id}"${at}>\n${parts}${entries.join("\n")}</${kind}>`;
  };
  const elements = [
    ...Object.entries(nodes).map(([id, [lon, lat, tags = {}]]) =>
      element("node", id, tags, "", attributesOf({ lat, lon })),
    ),
    ...Object.entries(ways).map(([id, [refs, tags]]) =>
      element("way", id, tags, refs.map((ref) => `<nd ref="${ref}"/>\n`).join("")),
    ),
    ...Object.entries(relations).map(([id, [outer, tags, inner = []]]) => {
      const member = (role: string) => (ref: number) =>
        `<member type="way" ref="${ref}" role="${role}"/>\n`;
      const members = [...outer.map(member("outer")), ...inner.map(member("inner"))];
      return element("relation", id, tags, members.join(""));
    }),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${elements.join("\n")}\n</osm>\n`;
}

function attributesOf(values: Readonly<Record<string, string | number>>): string {
  const attributes = Object.entries(values);
  return attributes.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join("");
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
