import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";

/** Account of a moderator or of the administrator. */
export interface StaffAccount {
  readonly id: string;
  readonly email: string;
}

/** Accounts of the staff: the administrator's and the moderators' (docs/product#moderators), without disabled ones. */
export function listStaff(
  database: Database,
  { administratorUserId }: Pick<Config, "administratorUserId">,
): Promise<StaffAccount[]> {
  return database
    .selectFrom("account")
    .select(["id", "email"])
    .where((where) =>
      where.or([where("id", "=", administratorUserId), where("moderator_since", "is not", null)]),
    )
    .where("disabled", "=", false)
    .orderBy("id")
    .execute();
}
