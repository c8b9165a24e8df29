import type { Statement, VariableDeclarator } from "@swc/core";
import visitorModule from "@swc/core/Visitor.js";

// The types call the class the default export; at run time it is a member of that.
const { Visitor } = visitorModule as unknown as { Visitor: typeof visitorModule };

interface UsingDeclaration {
  type: "UsingDeclaration";
  decls: VariableDeclarator[];
}

/**
 * swc parses `using` and `await using`, but its visitor, through which dependency-cruiser looks for
 * imports, throws on them. Afterwards it also finds imports in such a declaration's initial value.
 */
export function teachSwcUsing(): void {
  const visitKnownStatement = Visitor.prototype.visitStatement;
  Visitor.prototype.visitStatement = function (
    this: InstanceType<typeof visitorModule>,
    statement: Statement | UsingDeclaration,
  ): Statement {
    if (statement.type !== "UsingDeclaration") return visitKnownStatement.call(this, statement);
    this.visitVariableDeclarators(statement.decls);
    return { type: "EmptyStatement", span: { start: 0, end: 0, ctxt: 0 } };
  };
}
