import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { Dialog } from "./dialog.tsx";

function renderDialog(closedBy?: "none") {
  const onClose = vi.fn();
  const { getByRole } = renderPage(
    <Dialog isOpen onClose={onClose} title="Keys" closedBy={closedBy}>
      text
    </Dialog>,
  );
  return { dialog: getByRole("dialog") as HTMLDialogElement, onClose, getByRole };
}

// Browsers send the event of the close in a task of its own, after which the dialog may be opened again.
it("is closed and says so at once on Escape", () => {
  const { dialog, onClose } = renderDialog();
  dialog.close = () => dialog.removeAttribute("open");
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(dialog.open).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
});

it("stays on Escape while nothing may close it", () => {
  const { dialog, onClose } = renderDialog("none");
  const cancel = new Event("cancel", { cancelable: true });
  fireEvent(dialog, cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);
});
