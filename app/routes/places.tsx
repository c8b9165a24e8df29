import { PageTitle } from "#app/i18n/page-title.tsx";
import { PageMain } from "#app/ui/page-main.tsx";

export default function Page() {
  return (
    <PageMain>
      <PageTitle />
    </PageMain>
  );
}
