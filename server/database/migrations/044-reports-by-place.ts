import type { Migration } from "#server/database/migration.ts";

/**
 * Reports that staff have settled by opening their place, which says nothing about whether they were true
 * (docs/product#whose-word-proved-true), and mails that an undone decision takes back (docs/product#moderation-page).
 */
export const reportsByPlace: Migration = {
  name: "044-reports-by-place",
  sql: `
    alter table report add column opened boolean not null default false;
    update report set opened = true from audit
      where outcome = 'done' and counted_as is null and audit.place_id = report.place_id
        and action = 'open-place' and audit.actor = resolved_by
        and audit.at between resolved_at - interval '1 minute' and resolved_at + interval '1 minute';
    -- Whose word proved true.
    create index report_decided on report (account_id) include (outcome, resolved_by)
      where account_id is not null and outcome is not null and not opened;

    -- The decision that a mail tells of, such as 'report 12', while it can be undone.
    alter table mail add column decision text;
    create index mail_decision on mail (decision) where decision is not null;
  `,
};
