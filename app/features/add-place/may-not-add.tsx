import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import type { AddRefusal } from "./add-refusal.ts";
import { refusalText } from "./refusal-text.ts";

/** Why the form that the address asks for is not there. */
export function MayNotAdd({ refusal }: { refusal: AddRefusal }) {
  const { t } = useTranslation();
  // The list's own message says that nothing works now.
  if (refusal === "error.unavailable") return null;
  return (
    <Alert kind="info" className="mb-4">
      {refusalText(t, refusal)}{" "}
      {refusal === "error.signin" && (
        <Link to="/login" className="text-link inline-block py-2.5">
          {t("navigation.login")}
        </Link>
      )}
    </Alert>
  );
}
