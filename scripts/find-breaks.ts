import { type ESTree, parseSync, Visitor } from "vite";

/** Change of one line after which a program does something else (a mutant). */
export interface Break {
  /** Path from the root. */
  readonly file: string;
  /** Number of the line when the break was found. Later the line is found by its text. */
  readonly line: number;
  readonly kind: BreakKind;
  readonly text: string;
  readonly replacement: string;
  /** Number of lines above with the same text. */
  readonly occurrence: number;
}

type BreakKind =
  | "operator"
  | "negation"
  | "number"
  | "boolean"
  | "early exit"
  | "statement"
  | "call"
  | "last item"
  | "SQL";

interface Edit {
  readonly kind: BreakKind;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const otherOperators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

const otherMethods: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
};

/** Operators of a query, in its text or as an argument. */
const otherSql: Readonly<Record<string, string>> = {
  and: "or",
  or: "and",
  "is null": "is not null",
  "is not null": "is null",
  is: "is not",
  "is not": "is",
  "=": "!=",
  "!=": "=",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};
const sqlPattern = /(?<=\s)(is not null|is null|and|or|<=?|>=?)(?=[\s)`])/g;

/** Callee of a log or an error, whose text is not a rule. */
const message = /log(ger)?\.\w+$|^console\.|Error$/i;

/** Words of lines whose number is a matter of speed or memory. */
const cost =
  /ms\b|seconds|timeout|timer|delay|interval|cache|buffer|batch|chunk|concurren|pool|retr|poll|keepalive|worker|memory/i;

/** Calls that release something. */
const release = /\b(unref|close|end|destroy|release|abort|clearTimeout|clearInterval)\(/;

/** All breaks of a module, each within one line; logs, messages of errors and types are left out. */
export function findBreaks(file: string, text: string): Break[] {
  const lines = text.split("\n");
  return findEdits(file, text).flatMap(({ kind, start, end, replacement }) => {
    const index = text.slice(0, start).split("\n").length - 1;
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const line = lines[index];
    if (end > lineStart + line.length) return [];
    if (kind === "number" && cost.test(line)) return [];
    const changed = line.slice(0, start - lineStart) + replacement + line.slice(end - lineStart);
    const occurrence = lines.slice(0, index).filter((other) => other === line).length;
    return [{ file, line: index + 1, kind, text: line, replacement: changed, occurrence }];
  });
}

function findEdits(file: string, text: string): Edit[] {
  const edits: Edit[] = [];
  const messages: ESTree.Span[] = [];
  const source = ({ start, end }: ESTree.Span) => text.slice(start, end);
  const edit = (kind: BreakKind, { start, end }: ESTree.Span, replacement: string) =>
    edits.push({ kind, start, end, replacement });

  const operator = ({
    operator,
    left,
    right,
  }: ESTree.BinaryExpression | ESTree.LogicalExpression) => {
    const other = otherOperators[operator];
    if (other === undefined || (operator === "+" && (isText(left) || isText(right)))) return;
    const start = text.indexOf(operator, left.end);
    edit("operator", { start, end: start + operator.length }, other);
  };
  const number = (node: ESTree.Node | null) => {
    if (node?.type !== "Literal" || !/^\d[\d_.]*$/.test(source(node))) return;
    edit("number", node, String(Number(node.value) + 1));
  };
  const boolean = (node: ESTree.Node | null) => {
    if (node?.type === "Literal" && typeof node.value === "boolean")
      edit("boolean", node, String(!node.value));
  };

  new Visitor({
    BinaryExpression(node) {
      operator(node as ESTree.BinaryExpression);
      number(node.left);
      number(node.right);
    },
    LogicalExpression: operator,
    UnaryExpression(node) {
      if (node.operator === "!") edit("negation", { ...node, end: node.argument.start }, "");
    },
    VariableDeclarator: ({ init }) => number(init),
    Property({ key, value }) {
      if (/min|max|limit/i.test(source(key))) number(value);
    },
    ReturnStatement: ({ argument }) => boolean(argument),
    ArrowFunctionExpression: ({ body }) => boolean(body),
    IfStatement({ test, consequent, alternate }) {
      if (alternate === null && leaves(consequent)) edit("early exit", test, "false");
    },
    ExpressionStatement(node) {
      const { expression } = node;
      const isEffect = /^(Call|Await|Assignment|Update)Expression$/.test(expression.type);
      if (isEffect && !release.test(source(node))) edit("statement", node, ";");
    },
    CallExpression(node) {
      const { callee, arguments: given } = node;
      if (message.test(source(callee))) messages.push(node);
      for (const argument of given) number(argument);
      if (callee.type !== "MemberExpression" || callee.computed) return;
      const { object, property } = callee;
      const method = source(property);
      if (Object.hasOwn(otherMethods, method)) edit("call", property, otherMethods[method]);
      if (method === "filter" && given.length === 1) edit("call", given[0], "() => true");
      if (!/^(where|whereRef|having|on|onRef|eb)$/.test(method)) return;
      // Of a chain, the link from its dot.
      const start = text.indexOf(".", object.end);
      if (method.startsWith("where")) edit("SQL", { start, end: node.end }, "");
      for (const argument of given) sqlOperator(argument);
    },
    NewExpression(node) {
      if (message.test(source(node.callee))) messages.push(node);
    },
    ArrayExpression({ elements }) {
      const [before, last] = elements.slice(-2);
      if (before && last) edit("last item", { start: before.end, end: last.end }, "");
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (!source(tag).startsWith("sql")) return;
      for (const { start, end } of quasi.quasis) {
        for (const { 0: operator, index } of text.slice(start, end).matchAll(sqlPattern)) {
          const at = start + index;
          edit("SQL", { start: at, end: at + operator.length }, otherSql[operator]);
        }
      }
    },
  }).visit(parseSync(file, text).program);

  function sqlOperator(node: ESTree.Node): void {
    if (node.type !== "Literal" || typeof node.value !== "string") return;
    const other = otherSql[node.value];
    if (other) edit("SQL", node, JSON.stringify(other));
  }

  return edits.filter(({ start }) =>
    messages.every((span) => start < span.start || span.end <= start),
  );
}

/** Whether an expression is a text, as far as its syntax shows. */
function isText(node: ESTree.Node): boolean {
  if (node.type === "Literal") return typeof node.value === "string";
  if (node.type === "BinaryExpression") return isText(node.left) || isText(node.right);
  return node.type === "TemplateLiteral";
}

/** Whether a statement ends by leaving the function or the pass of a loop. */
function leaves(node: ESTree.Statement): boolean {
  if (node.type === "BlockStatement") return node.body.length > 0 && leaves(node.body.at(-1)!);
  return /^(Return|Throw|Continue|Break)Statement$/.test(node.type);
}
