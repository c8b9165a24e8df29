import { type ComponentType, useEffect } from "react";
import {
  type NavigateFunction,
  RouterContextProvider,
  useLocation,
  useNavigate,
} from "react-router";
import Places, { action, clientAction, clientLoader, loader } from "#app/routes/places.tsx";
import { LiveRegion } from "#app/ui/live-region.tsx";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { I18n } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import {
  clientContext,
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Services, Writes } from "#server/services.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { renderPage } from "./render-page.tsx";

type PlaceUseCases = Pick<Services["places"], "listPlaces"> & Pick<Writes, "checkAndAddPlace">;

interface PlacesOptions {
  readonly search?: string;
  readonly language?: Language;
  /** Use cases of places; each list is of one place without others. */
  readonly places?: Partial<PlaceUseCases>;
  /** Number of places that the viewer may still add; null for a visitor without a session. */
  readonly addsLeft?: number | null;
  /** Further data of the root route. */
  readonly root?: object;
  /** Use case that reads a text of opening hours. */
  readonly explainHours?: Services["explainHours"];
  /** Answers for the server before its loader is called; throws where there is no response. */
  readonly beforeLoad?: () => void | Promise<void>;
  /** Answers for the server before its action is called. */
  readonly beforeAction?: () => void | Promise<void>;
}

/** A list of places as the use case returns it. */
export function placeList(places: readonly Place[], change: Partial<PlaceList> = {}) {
  return {
    ...{ places, page: 1, per_page: 10, total: places.length },
    ...{ unknown_count: 0, likely_count: 0, unstated_count: 0, open_now_count: 0 },
    ...change,
  };
}

/** Numbered places of the list, each with an address of its own. */
export function numberedPlaces(...ids: readonly number[]): Place[] {
  return ids.map((id) => ({ ...placeInGyor, id, address: `Fő utca ${id}.` }));
}

/**
 * Renders the page of the list of places with its own loader and action on given use cases, and without the
 * server around them.
 */
export function renderPlaces(options: PlacesOptions = {}) {
  const { search = "", language = "hu", addsLeft = null, root } = options;
  const router = {} as { navigate: NavigateFunction; path: string };
  const context = contextOf(options);
  const Watched = () => {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    useEffect(() => {
      Object.assign(router, { navigate, path: pathname + search });
    });
    return null;
  };
  const page = renderPage(
    [
      {
        path: "*",
        Component: ((props: Parameters<typeof Places>[0]) => (
          <LiveRegion>
            <Watched />
            {"kind" in props.loaderData && <Places {...props} />}
          </LiveRegion>
        )) as ComponentType<never> as ComponentType,
        loader: async (given) => {
          const { request } = given;
          const url = new URL(request.url);
          if (url.pathname !== "/places") return {};
          const serverLoader = async () => {
            await options.beforeLoad?.();
            const args = { request, url, context, params: {}, pattern: "/places" } as const;
            return (await loader(args)).data;
          };
          return clientLoader({ request, serverLoader } as Parameters<typeof clientLoader>[0]);
        },
        action: async ({ request }) => {
          const url = new URL(request.url);
          const serverAction = async () => {
            await options.beforeAction?.();
            return action({ request, url, context, params: {}, pattern: "/places" });
          };
          return clientAction({ request, serverAction } as unknown as Parameters<
            typeof clientAction
          >[0]);
        },
      },
    ],
    {
      path: `/places${search}`,
      language,
      root: { session: addsLeft === null ? null : { role: "user", email: "a@b.example" }, ...root },
    },
  );
  return { router, ...page };
}

function contextOf(options: PlacesOptions) {
  const { addsLeft = null, language = "hu", explainHours } = options;
  const { checkAndAddPlace, ...places } = options.places ?? {};
  const context = new RouterContextProvider();
  const services = servicesWith({
    isAskable: () => true,
    now: () => fridayAfternoon,
    places: {
      listPlaces: async () => placeList([placeInGyor]),
      countAddsLeft: async () => addsLeft,
      ...places,
    },
    writes: { checkAndAddPlace },
    findHoursError: () => null,
    explainHours,
  });
  const viewer: Viewer =
    addsLeft === null
      ? { userId: null, email: null, role: "visitor" }
      : { userId: "anna", email: "a@b.example", role: "user" };
  context.set(servicesContext, services);
  context.set(openWritesContext, async () => ({ ok: true, writes: services.writes }));
  context.set(viewerContext, viewer);
  context.set(clientContext, { language } as never);
  context.set(i18nContext, new I18n(language, {}));
  return context;
}
