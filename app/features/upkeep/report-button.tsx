import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "#app/ui/button-class.ts";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import type { ReportedPlace } from "./kept-place.ts";
import { reportAddress } from "./report-address.ts";

const ReportDialog = lazyWithRetry(() =>
  import("./report-dialog.tsx").then((module) => module.ReportDialog),
);

/** Opens the report dialog; without script it is a link to the page with the same form. */
export function ReportButton({ place }: { place: ReportedPlace }) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <>
      <a
        ref={link}
        href={reportAddress(place.id)}
        className={buttonClass("quiet", "medium", "px-2!")}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Icon name="report" />
        {t("upkeep.report.action")}
      </a>
      {isWanted && (
        <ChunkBoundary fallback={null}>
          <ReportDialog
            place={place}
            isOpen={isOpen}
            onClose={() => {
              setIsOpen(false);
              link.current?.focus();
            }}
          />
        </ChunkBoundary>
      )}
    </>
  );
}
