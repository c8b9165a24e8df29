import { editPlace, findEditablePlace } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import { decideProposal, findOwnProposal, withdrawProposal } from "#server/edits/proposals.ts";
import { bind } from "./bind.ts";
import type { Publishing, WriteDeps } from "./writes.ts";

interface EditServiceDeps {
  readonly writeDeps: WriteDeps;
  readonly publishing: Publishing["publishing"];
}

/** Edits of places, their history and proposals. */
export function editServices({ writeDeps, publishing }: EditServiceDeps) {
  return {
    ...bind(writeDeps, {
      ...{ findEditablePlace, findOwnProposal, readPlaceHistory, withdrawProposal, emptyEdit },
    }),
    ...publishing(bind(writeDeps, { editPlace, takeBackEdit, decideProposal })),
  };
}
