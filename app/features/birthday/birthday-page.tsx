import { PageTitle } from "#app/i18n/page-title.tsx";
import { PageMain } from "#app/ui/page-main.tsx";

export function BirthdayPage() {
  return (
    <PageMain>
      <PageTitle />
    </PageMain>
  );
}
