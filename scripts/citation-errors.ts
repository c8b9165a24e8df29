import { dirname, join } from "node:path/posix";

/** Input of the check of citations. */
export interface CitingFiles {
  /** Texts by their paths from the root: sources and documents. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether a file or folder exists, by its path from the root. */
  readonly exists: (path: string) => boolean;
}

export interface CitationReport {
  /** One line each: `path:line: error`. */
  readonly errors: readonly string[];
  readonly citations: number;
  readonly rules: number;
}

/** `docs/product#add-limit`: a rule of the product. */
const ruleCitation = /docs\/product#([\w-]+)/g;
/** `docs/decisions/010`: a decision record. */
const recordCitation = /docs\/decisions\/(\d+)(?![\w-])/g;
/** A file or folder of ours, between backticks, by its path from the root. */
const ownPath =
  /`((?:app|basemap|bench|build-tools|cli|client|content|deploy|docs|domain|public|routing|scripts|server|tests)\/[\w./-]*(?:\.\w+|\/))`/g;
/** `docs/operating-guide.md#backup` in source code or a message: a document, and its heading where one is named. */
const documentCitation = /\bdocs\/[\w-]+\.md(?:#[\w-]+)?/g;
const markdownLink = /\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Forms of a citation that cannot be followed within the repository: a numbered section that is not
 * of a public standard, a decision by a bare number, a document elsewhere.
 */
const blindCitations = [
  /\b(?:the|our) +specification\b/gi,
  /(?<!\bRFC +\d{3,5}, +)\bsections? +\d/gi,
  /\bdecisions?(?: +records?)?,? +\d/gi,
  /\brecords? +0\d\d\b/gi,
  /\bDESIGN(?:\.md\b|,? *§)/g,
] as const;

/**
 * Finds broken citations: a rule or a record that does not exist, a link between documents whose
 * file or heading is missing, a missing path of ours in a document, a missing document in source
 * code, one of the old forms. Also ambiguous rules and records: an anchor defined twice, a number
 * of two records.
 */
export function findCitationErrors({ texts, exists }: CitingFiles): CitationReport {
  const errors: string[] = [];
  const rules = collectRules(texts, errors);
  const records = collectRecords(texts, errors);
  let citations = 0;
  for (const [path, text] of texts) {
    const report = (at: number, what: string) => errors.push(`${placeOf(path, text, at)}: ${what}`);
    for (const { 0: cited, 1: anchor, index } of text.matchAll(ruleCitation)) {
      citations++;
      if (!rules.has(anchor)) report(index, `${cited} is not a rule of docs/product`);
    }
    for (const { 0: cited, 1: number, index } of text.matchAll(recordCitation)) {
      citations++;
      if (!records.has(number)) report(index, `${cited} is not a decision record`);
    }
    const joined = joinCommentLines(text);
    for (const form of blindCitations) {
      for (const { 0: match, index } of joined.matchAll(form)) {
        const cited = match.replace(/ +/g, " ");
        report(
          index,
          `"${cited}" leads nowhere: cite docs/product#…, docs/decisions/… or a standard`,
        );
      }
    }
    if (/\.tsx?$/.test(path) && !isTest(path)) {
      for (const { 0: cited, index } of text.matchAll(documentCitation)) {
        const what = linkError("", cited, cited, { texts, exists });
        if (what !== null) report(index, what);
      }
    }
    if (!path.endsWith(".md")) continue;
    for (const { 1: named, index } of text.matchAll(ownPath)) {
      if (!exists(named)) report(index, `${named} is no file or folder`);
    }
    for (const { 1: label, 2: target, index } of withoutCode(text).matchAll(markdownLink)) {
      const what = linkError(path, label, target, { texts, exists });
      if (what !== null) report(index, what);
    }
  }
  return { errors, citations, rules: rules.size };
}

/** Tests contain made-up documents. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/**
 * The anchors of all rules: each heading of the second level below docs/product, except in its
 * README.
 */
function collectRules(texts: CitingFiles["texts"], errors: string[]): ReadonlySet<string> {
  const definedAt = new Map<string, string>();
  for (const [path, text] of texts) {
    if (!/^docs\/product\/(?!README)[^/]+\.md$/.test(path)) continue;
    for (const { 1: heading, index } of text.matchAll(/^## (.+)$/gm)) {
      const here = placeOf(path, text, index);
      const anchor = anchorOf(heading);
      const other = definedAt.get(anchor);
      if (!/^[A-Za-z0-9 -]+$/.test(heading)) {
        errors.push(`${here}: the heading of a rule has letters, digits, spaces and hyphens only`);
      }
      if (other !== undefined) errors.push(`${here}: ${anchor} is defined twice, also at ${other}`);
      definedAt.set(anchor, here);
    }
  }
  return new Set(definedAt.keys());
}

function collectRecords(texts: CitingFiles["texts"], errors: string[]): ReadonlySet<string> {
  const definedBy = new Map<string, string>();
  for (const path of texts.keys()) {
    const number = /^docs\/decisions\/(\d{3})-[^/]+\.md$/.exec(path)?.[1];
    if (number === undefined) continue;
    const other = definedBy.get(number);
    if (other !== undefined) errors.push(`${path}: ${number} is also the number of ${other}`);
    definedBy.set(number, path);
  }
  return new Set(definedBy.keys());
}

/** Error in a document's link; null for a good one and for a link to the web. */
function linkError(
  path: string,
  label: string,
  target: string,
  { texts, exists }: CitingFiles,
): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  // Texts of pages link to pages.
  if (path.startsWith("content/") && target.startsWith("/")) return null;
  const [file, anchor] = target.split("#", 2);
  const linked = file === "" ? path : join(dirname(path), file);
  if (!exists(linked)) return `the link to ${target} leads to no file`;
  const document = texts.get(linked);
  if (anchor !== undefined && document !== undefined && !headingsOf(document).has(anchor)) {
    return `the link to ${target} leads to no heading`;
  }
  const isMeant =
    (!label.startsWith("docs/product#") || label.endsWith(`#${anchor}`)) &&
    (!label.startsWith("docs/decisions/") || linked.startsWith(`${label}-`));
  return isMeant ? null : `the link that says ${label} leads to ${target}`;
}

function headingsOf(document: string): ReadonlySet<string> {
  return new Set([...document.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)));
}

/** The anchor of a heading in GitHub's and other renderers of Markdown. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * The text with spaces for each line break and the beginning of a comment's next line, so that a
 * citation across two lines is found. Its length is unchanged.
 */
function joinCommentLines(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, (gap) => " ".repeat(gap.length));
}

/**
 * The text with spaces for code between backticks, which may look like a link. Its length is
 * unchanged.
 */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
}

function placeOf(path: string, text: string, at: number): string {
  return `${path}:${text.slice(0, at).split("\n").length}`;
}
