import type { ReactNode } from "react";
import type { IconName } from "#app/ui/icon.tsx";
import type { ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { NamedPlace } from "#domain/moderation/moderation-queue.ts";
import type { DecidedKind, DecidedOutcome } from "#domain/moderation/task-kinds.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import type { OfSender } from "../task-card.tsx";

/** What the card of a task is shown with. */
export interface CardProps<Entry> {
  readonly entry: Entry;
  readonly filter: ReportFilter;
  readonly now: Date;
  readonly ofSender: OfSender;
}

/** Decision on the ticked tasks of a kind. */
interface TickedDecision {
  readonly outcome: DecidedOutcome;
  readonly icon: IconName;
  readonly label: MessageKey;
}

/** How the tasks of a kind are named, shown and decided on. */
export interface TaskView<Entry> {
  readonly decided: DecidedKind;
  /** Decision as usual. */
  readonly usual: TickedDecision;
  /** Decision that takes something away, after a question. */
  readonly removal: TickedDecision & {
    readonly question: MessageKey;
    readonly confirmLabel: MessageKey;
    /** Label of its reason; null where it has none. */
    readonly reason: MessageKey | null;
  };
  /** Id in a decision. */
  readonly idOf: (entry: Entry) => number;
  /** Version that is shown, where a decision is about that. */
  readonly versionOf?: (entry: Entry) => number | undefined;
  /** Account that sent it; absent for a viewer who may not know. */
  readonly senderOf?: (entry: Entry) => { readonly id: string } | null | undefined;
  /** Number of what it stands for; 1 where it is absent. */
  readonly countOf?: (entry: Entry) => number;
  /** Its place, or the name of what may not be one. */
  readonly placeOf: (entry: Entry) => NamedPlace | string;
  /** ISO 8601 instant since which it waits. */
  readonly sinceOf: (entry: Entry) => string | undefined;
  readonly Card: (props: CardProps<Entry>) => ReactNode;
}
