import { editPlace, findEditablePlace } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import {
  decideProposal,
  findOwnProposal,
  reopenProposal,
  withdrawProposal,
} from "#server/edits/proposals.ts";
import { bind, bindWrites, type WriteDeps } from "./bind.ts";

/** Edits of places, their history and proposals. */
export function editServices(writeDeps: WriteDeps) {
  return {
    ...bind(writeDeps, {
      ...{
        findEditablePlace,
        findOwnProposal,
        readPlaceHistory,
        withdrawProposal,
        emptyEdit,
        reopenProposal,
      },
    }),
    ...bindWrites(writeDeps, { editPlace, takeBackEdit, decideProposal }),
  };
}
