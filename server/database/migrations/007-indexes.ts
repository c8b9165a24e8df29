import type { Migration } from "#server/database/migration.ts";

/** Indexes for queries that read whole tables: deleting an account, counting, pages of reviews. */
export const indexes: Migration = {
  name: "007-indexes",
  sql: `
    -- Deleting an account: all that bears its id.
    create index place_deleted_by on place (deleted_by) where deleted_by is not null;
    create index audit_actor on audit (actor) where actor is not null;
    create index audit_user_id on audit (user_id) where user_id is not null;
    create index report_resolved_by on report (resolved_by) where resolved_by is not null;
    create index correction_resolved_by on correction (resolved_by) where resolved_by is not null;
    create index verification_value on verification (value);

    -- The moderation queue.
    create index account_disabled on account (email) where disabled;

    -- A page of a place's reviews in any of their orders, without sorting all of them. 'Oldest first'
    -- reads the first one backward, and sorts no more than those of one instant.
    create index review_added on review (place_id, added desc, user_id);
    create index review_best on review (place_id, rating desc, added desc, user_id);
    create index review_worst on review (place_id, rating, added desc, user_id);
  `,
};
