import type { Transaction } from "kysely";
import { titleWithTown } from "#domain/place/place-title.ts";
import type { Schema } from "#server/database/schema.ts";
import { queueMail } from "./mail-queue.ts";
import {
  type MailBranding,
  type MailContent,
  type MailMessages,
  mailSettings,
  renderMail,
  type Translator,
} from "./mail-template.ts";

/** Decision on a contribution. */
type OutcomeName =
  | "place.accepted"
  | "place.declined"
  | "report.done"
  | "report.declined"
  | "correction.done"
  | "correction.declined"
  | "review.removed"
  | "reviewReport.kept"
  | "reviewReport.removed"
  | "proposal.accepted"
  | "proposal.part"
  | "proposal.declined";

/** Decision, and its contributor. */
interface Outcome {
  readonly outcome: OutcomeName;
  /** Account of the contributor; null where it is unknown. */
  readonly accountId: string | null;
  /** Places that it concerns; several of one account are in one mail. None for a correction. */
  readonly placeIds: readonly number[];
  /** Name of the place that a correction is about. */
  readonly placeName?: string;
  /** Text of the staff; empty without one. */
  readonly reason?: string;
  /** Name of the decision in the queue of mails, where it can be undone. */
  readonly decision?: string;
  /** Account that decided, which gets no mail about its own decisions. */
  readonly decidedBy: string;
}

/**
 * Queues a mail about a decision, in its transaction, for a contributor who has chosen such mails and whose e-mail
 * address is confirmed (docs/product#mails-to-contributors).
 */
export type NotifyContributor = (
  transaction: Transaction<Schema>,
  outcome: Outcome,
) => Promise<void>;

export interface OutcomeMailDeps {
  /** Origin of the site, as the receiver's browser reaches it. */
  readonly publicUrl: string;
  readonly translate: Translator;
  readonly branding?: MailBranding;
}

/** Time after which a mail about a decision is dropped. */
const outcomeLifetimeMs = 3 * 24 * 60 * 60 * 1000;

export function createOutcomeMails({
  publicUrl,
  translate,
  branding,
}: OutcomeMailDeps): NotifyContributor {
  return async (transaction, outcome) => {
    const { accountId, decidedBy, decision } = outcome;
    if (accountId === null || accountId === decidedBy) return;
    const receiver = await findReceiver(transaction, accountId);
    if (!receiver) return;
    const { email, language } = receiver;
    const messages = { t: translate(language), language, branding };
    const names = await namesOf(transaction, outcome, messages);
    if (names.length === 0) return;
    const content = outcomeMail(messages, outcome, { names, origin: publicUrl });
    const message = { to: email, link: null, ...content };
    const terms = { kind: "outcome", lifetimeMs: outcomeLifetimeMs, decision } as const;
    await queueMail(transaction, message, terms);
  };
}

/**
 * Account that has chosen the mail. A locked account, which is being deleted, is skipped instead of waited for: its
 * deletion waits for the places that this transaction has locked.
 */
function findReceiver(transaction: Transaction<Schema>, accountId: string) {
  return transaction
    .selectFrom("account")
    .innerJoin("mail_wish", "mail_wish.account_id", "account.id")
    .select(["email", "language"])
    .$narrowType<{ language: NonNullable<Schema["mail_wish"]["language"]> }>()
    .where("account.id", "=", accountId)
    .where("outcomes", "=", true)
    .where("language", "is not", null)
    .where("email_verified", "=", true)
    .where("disabled", "=", false)
    .forKeyShare("account")
    .skipLocked()
    .executeTakeFirst();
}

/** Names of the places, in the receiver's language. */
async function namesOf(
  transaction: Transaction<Schema>,
  { placeIds, placeName: given }: Outcome,
  { t }: MailMessages,
): Promise<string[]> {
  if (given !== undefined) return [given || t("mail.outcome.unnamed")];
  if (placeIds.length === 0) return [];
  const places = await transaction
    .selectFrom("place")
    .select(["id", "city", "address", "comments", "fact_texts"])
    .where("id", "in", placeIds)
    .orderBy("id")
    .execute();
  return places.map(({ fact_texts, ...place }) =>
    titleWithTown({ ...place, facts: fact_texts ?? {} }, t),
  );
}

function outcomeMail(
  messages: MailMessages,
  { outcome, placeIds, reason }: Outcome,
  { names, origin }: { readonly names: readonly string[]; readonly origin: string },
): MailContent {
  const { t } = messages;
  const count = names.length;
  const [name] = names;
  // A declined place is not on the map.
  const isOnMap = placeIds.length === 1 && outcome !== "place.declined";
  const intro = t(`mail.outcome.${outcome}.intro`, { name, count });
  return renderMail(messages, {
    subject: t(`mail.outcome.${outcome}.subject`, { name, count }),
    intro: [
      intro,
      ...(count > 1 ? [names.join("\n")] : []),
      ...(reason ? [t("mail.outcome.reason")] : []),
    ],
    quote: reason,
    button: isOnMap
      ? { link: `${origin}/?place=${placeIds[0]}`, label: t("mail.outcome.toPlace") }
      : { link: `${origin}/account/contributions`, label: t("mail.outcome.toAccount") },
    closing: [],
    settings: mailSettings(messages, origin),
  });
}
