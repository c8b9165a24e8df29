/** Kinds of migrated items. */
export const migratedKinds = ["account", "place", "review"] as const;

export type MigratedKind = (typeof migratedKinds)[number];

/** Outcomes for an item: `kept` is unchanged here, though it differs at the source. */
export const migrationOutcomes = ["taken", "changed", "unchanged", "kept", "refused"] as const;

type MigrationOutcome = (typeof migrationOutcomes)[number];

/** Remark for the operator. */
export interface MigrationRemark {
  readonly kind: MigratedKind;
  /** Id at the source. */
  readonly id: string;
  /** `noted` where it was migrated except for the part that the path names. */
  readonly outcome: "kept" | "refused" | "noted";
  /** Names of the fields; empty for all. */
  readonly path: string;
  readonly reason: string;
}

/** Result of a migration. */
export class MigrationReport {
  readonly remarks: MigrationRemark[] = [];
  readonly #counts = new Map<string, number>();

  count(kind: MigratedKind, outcome: MigrationOutcome): void {
    const key = `${kind} ${outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Counts an item that is unchanged or not migrated. */
  leave(
    kind: MigratedKind,
    outcome: "kept" | "refused",
    id: string,
    reason: string,
    path = "",
  ): void {
    this.count(kind, outcome);
    this.remarks.push({ kind, id, outcome, path, reason });
  }

  record(kind: MigratedKind, id: string, path: string, reason: string): void {
    this.remarks.push({ kind, id, outcome: "noted", path, reason });
  }

  numberOf(kind: MigratedKind, outcome: MigrationOutcome): number {
    return this.#counts.get(`${kind} ${outcome}`) ?? 0;
  }

  /** Whether everything was migrated, or retained for a reason of this installation. */
  get isComplete(): boolean {
    return this.remarks.every(({ outcome }) => outcome === "kept");
  }
}
