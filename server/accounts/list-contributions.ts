import { sql } from "kysely";
import {
  type Contribution,
  type ContributionList,
  contributionsPerPage,
} from "#domain/account/contribution.ts";
import { editFields } from "#domain/edits/place-change.ts";
import type { Context } from "#server/use-case-context.ts";
import { accountIdOf } from "./permission.ts";
import type { Viewer } from "./viewer.ts";

type ContributionRow = Omit<Contribution, "at" | "decided_at" | "place"> & {
  readonly at: Date;
  readonly decided_at: Date | null;
  readonly place_id: number | null;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly comments: string;
  readonly accepted: boolean;
  readonly deleted: boolean;
  readonly total: number;
  readonly waiting: number;
};

/**
 * Places, edits, reports (of reviews too) and corrections that the viewer has sent, newest first, and what became of each
 * (docs/product#what-became-of-it). Null for a visitor without an account.
 *
 * @param page from 1; beyond the last it is empty
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export async function listContributions(
  { database }: Pick<Context, "database">,
  { page }: { readonly page: number },
  viewer: Viewer,
): Promise<ContributionList | null> {
  const accountId = accountIdOf(viewer);
  if (accountId === null) return null;
  const { rows } = await sql<ContributionRow>`
    with sent as (
      select 'place' as kind, id, added as at, id as about_place,
        case
          when deleted_at is null then case when accepted then 'accepted' else 'waiting' end
          when accepted then 'removed' else 'declined'
        end as state,
        deleted_at as decided_at, coalesce(declined_reason, '') as reason, '{}'::text[] as about,
        '{}'::text[] as accepted_fields
      from place where added_by = ${accountId}
      union all
      select 'edit', id, at, place_id, coalesce(outcome, 'waiting'), decided_at, reason,
        array(select jsonb_object_keys(changes)), accepted_fields
      from place_proposal where account_id = ${accountId}
      union all
      select 'report', id, at, place_id, ${settled}, resolved_at, answer, array[reason], '{}'
      from report where account_id = ${accountId}
      union all
      select 'correction', id, at, null, ${settled}, resolved_at, answer, array[place_name], '{}'
      from correction where account_id = ${accountId}
      union all
      select 'review', id, at, place_id, 'removed', at, reason, '{}', '{}'
      from removed_review where account_id = ${accountId}
      union all
      select 'review-report', id, at, place_id, case
          when resolved_at is null and review_id is not null then 'waiting'
          else coalesce(outcome, 'settled')
        end, resolved_at, answer, array[reason], '{}'
      from review_report where account_id = ${accountId}
    ), counted as (
      select count(*)::int as total, (count(*) filter (where state = 'waiting'))::int as waiting from sent
    ), shown as (
      select * from sent order by at desc, kind, id desc
      limit ${contributionsPerPage} offset ${(page - 1) * contributionsPerPage}
    )
    select counted.*, shown.*, place.id as place_id, country, city, address, comments, accepted,
      deleted_at is not null as deleted
    from counted left join shown on true left join place on place.id = about_place
    order by shown.at desc, kind, shown.id desc`.execute(database);
  const [{ total, waiting }] = rows;
  return {
    page,
    per_page: contributionsPerPage,
    total,
    waiting,
    contributions: rows.flatMap((row) => (row.kind === null ? [] : toContribution(row))),
  };
}

/** State of a report or correction. */
const settled = sql.raw(`case
  when resolved_at is null then 'waiting'
  else coalesce(outcome, 'settled')
end`);

function toContribution(row: ContributionRow): Contribution {
  const { kind, id, state, reason, about, accepted_fields } = row;
  const { place_id, country, city, address, comments, accepted, deleted } = row;
  return {
    kind,
    id,
    at: row.at.toISOString(),
    state,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason,
    place:
      place_id === null
        ? null
        : { id: place_id, country, city, address, comments, accepted, deleted },
    about: kind === "edit" ? editFields.filter((field) => about.includes(field)) : about,
    accepted_fields: editFields.filter((field) => accepted_fields.includes(field)),
  };
}
