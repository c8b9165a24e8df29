const waitingMails = ["at-once", "daily", "never"] as const;

/** How staff hear by mail that something waits. */
export type WaitingMail = (typeof waitingMails)[number];
