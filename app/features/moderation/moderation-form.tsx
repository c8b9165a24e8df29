import type { ReactNode } from "react";
import { useFetcher, useLocation } from "react-router";
import {
  type DecidedPart,
  type ModerationIntent,
  seenPlaceText,
} from "#domain/moderation/moderation-request.ts";
import type { ModerationResult } from "./moderation-result.ts";

interface ModerationFormProps {
  intent: ModerationIntent;
  /** List of what is settled or waits again. */
  part?: DecidedPart;
  /** Id of the place, report, correction or review. */
  id?: number;
  /** Version of it that is shown, where the decision is about that. */
  seenVersion?: number;
  /** Id of the account. */
  account?: string;
  /** Id for inputs outside the form that belong to it. */
  formId?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A form of the staff's. With script the page stays and a notice shows the result; without, the
 * moderation page does, with the list that it was sent from.
 */
export function ModerationForm(props: ModerationFormProps) {
  const { intent, part, id, seenVersion, account, formId, className, children } = props;
  const { Form, state, formData } = useModeration();
  const { pathname, search } = useLocation();
  return (
    <Form
      method="post"
      action={pathname === moderationPath ? moderationPath + search : moderationPath}
      id={formId}
      className={className}
      aria-busy={state !== "idle"}
      onSubmit={(event) => {
        // One form at a time: the result of the first would be lost. After the result the page loads its
        // lists again: meanwhile another form may be sent, such as 'undo', the same one not.
        const { submitter } = event.nativeEvent as SubmitEvent;
        const sent = new FormData(event.currentTarget, submitter);
        const isRepeated = formData && isSameForm(formData, sent);
        if (state === "submitting" || isRepeated) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {part && <input type="hidden" name="part" value={part} />}
      {id !== undefined && <input type="hidden" name="id" value={seenPlaceText(id, seenVersion)} />}
      {account !== undefined && <input type="hidden" name="account" value={account} />}
      {children}
    </Form>
  );
}

function isSameForm(one: FormData, other: FormData): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}

/** Path to which the staff's forms are sent, from any page. */
export const moderationPath = "/moderation";

/**
 * The fetcher of all the staff's forms: there is only one, so that one notice shows the last result,
 * wherever the form was.
 */
export function useModeration() {
  return useFetcher<ModerationResult>({ key: "moderation" });
}
