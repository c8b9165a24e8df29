import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { ModerationAnswer, ModerationIntent } from "./moderation-answer.ts";

interface ModerationFormProps {
  intent: ModerationIntent;
  /** Of the place, report or correction. */
  id?: number;
  /** Id of the account. */
  account?: string;
  /** For inputs elsewhere that belong to it. */
  formId?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A form of the administrator's. With script the page stays and a notice says what became of it;
 * without, the moderation page does.
 */
export function ModerationForm(props: ModerationFormProps) {
  const { intent, id, account, formId, className, children } = props;
  const { Form, state } = useModeration();
  return (
    <Form
      method="post"
      action={moderationPath}
      id={formId}
      className={className}
      aria-busy={state !== "idle"}
      onSubmit={(event) => {
        // One after the other: the answer to the first would be lost.
        if (state !== "idle") event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {account !== undefined && <input type="hidden" name="account" value={account} />}
      {children}
    </Form>
  );
}

/** Where the administrator's forms go, from whatever page. */
export const moderationPath = "/moderation";

/**
 * What the administrator's forms are sent with: one for all of them, so that one notice tells what
 * became of the last, wherever it was.
 */
export function useModeration() {
  return useFetcher<ModerationAnswer>({ key: "moderation" });
}
