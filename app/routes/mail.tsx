import { data } from "react-router";
import { NotFoundPage } from "#app/features/layout/not-found-page.tsx";

/** Without `mode` or `oobCode` this is the 404 page (specification, section 2); so it is until accounts come. */
export function loader() {
  return data(null, { status: 404 });
}

export default NotFoundPage;
