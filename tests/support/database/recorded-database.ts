import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg, { type PoolConfig } from "pg";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

/** A node of a plan, as `explain (format json)` gives it; what it has actually done, if it has run. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A database whose statements can be counted, and explained afterwards. */
export class RecordedDatabase implements AsyncDisposable {
  readonly database: Database;
  #statements: CompiledQuery[] = [];

  constructor(connection: PoolConfig) {
    this.database = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 2 }) }),
      log: ({ query }) => {
        this.#statements.push(query);
      },
    });
  }

  /** Statements since the last call of `explain`. */
  get statements(): readonly string[] {
    return this.#statements.map(({ sql }) => sql);
  }

  /** The nodes of the plans of all statements since the last call that match, each with its statement. */
  async explain(
    matching: RegExp,
    options: { readonly isRunAgain: boolean },
  ): Promise<{ statement: string; nodes: PlanNode[] }[]> {
    const statements = this.#statements.filter(({ sql }) => matching.test(sql));
    const plans: { statement: string; nodes: PlanNode[] }[] = [];
    for (const { sql, parameters } of statements) {
      const analyze = options.isRunAgain ? "analyze, " : "";
      const { rows } = await this.database.executeQuery<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(`explain (${analyze}format json) ${sql}`, [...parameters]),
      );
      plans.push({ statement: sql, nodes: nodesOf(rows[0]["QUERY PLAN"][0].Plan) });
    }
    this.#statements = [];
    return plans;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.destroy();
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
