import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { IconButton } from "#app/ui/button.tsx";

interface DialogProps {
  isOpen: boolean;
  /** Called when the visitor closes it: the button, Escape, or a press beside it. */
  onClose: () => void;
  title: string;
  /** Ways to close it: any; only button and Escape (`closerequest`), so that no typed text is lost; none for now. */
  closedBy?: "any" | "closerequest" | "none";
  /** Whether typed text is there again when it is opened again. */
  keepsContent?: boolean;
  children: ReactNode;
}

/** The browser's modal dialog: it keeps the focus inside and gives it back. */
export function Dialog({
  isOpen,
  onClose,
  title,
  closedBy = "any",
  keepsContent = false,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);

  // A busy browser sends the event of the close late: meanwhile the dialog may be opened again.
  const close = () => {
    dialog.current?.close();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onCancel={(event) => {
        if (closedBy === "none") event.preventDefault();
        else close();
      }}
      closedby={closedBy}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-card border border-line bg-raised p-0 shadow-float open:animate-fade-in"
    >
      <div className="p-5">
        <header className="mb-3 flex items-start gap-3">
          <h2 id={titleId} className="grow py-2 text-xl">
            {title}
          </h2>
          <IconButton
            icon="close"
            label={t("action.close")}
            disabled={closedBy === "none"}
            onClick={close}
          />
        </header>
        {(isOpen || keepsContent) && children}
      </div>
    </dialog>
  );
}
