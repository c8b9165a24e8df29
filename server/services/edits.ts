import { editPlace, findEditablePlace } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import { decideProposal, findOwnProposal, withdrawProposal } from "#server/edits/proposals.ts";
import { bind } from "./bind.ts";
import type { Publishing, WriteDeps } from "./writes.ts";

interface EditServiceDeps {
  readonly writing: WriteDeps;
  readonly publishing: Publishing["publishing"];
}

/** Changes of places, and what became of them. */
export function editServices({ writing, publishing }: EditServiceDeps) {
  return {
    ...bind(writing, {
      ...{ findEditablePlace, findOwnProposal, readPlaceHistory, withdrawProposal, emptyEdit },
    }),
    ...publishing(bind(writing, { editPlace, takeBackEdit, decideProposal })),
  };
}
