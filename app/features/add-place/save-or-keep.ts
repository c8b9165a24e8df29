import { data } from "react-router";
import { reportContact, reportFailedLoad } from "#app/network/contact.ts";
import { isUnanswered } from "#app/network/is-unanswered.ts";
import type { AddPlaceAnswer } from "./add-place-answer.ts";
import { forgetDraft } from "./stored-draft.ts";

/**
 * The server's answer to the form. A redirect says that the place was added: the draft has done its
 * work. When nobody answered or the server broke down, what was typed stays
 * (docs/product#failure-while-adding).
 */
export async function saveOrKeep(save: () => Promise<AddPlaceAnswer>) {
  try {
    const answer = await save();
    reportContact();
    return answer;
  } catch (error) {
    if (error instanceof Response) {
      forgetDraft();
      throw error;
    }
    if (isUnanswered(error)) reportFailedLoad();
    const answer: AddPlaceAnswer = {
      kind: "refused",
      code: "addPlace.unsaved",
      faults: [],
      draft: null,
    };
    // With this status nothing else of the page is loaded again, which would fail as well.
    return data(answer, { status: 503 });
  }
}
