import { hoursExplanationSchema, hoursQuerySchema } from "#domain/opening/hours-meaning.ts";
import { type ApiCall, apiCall } from "#server/http/api-call.ts";
import { textsOfRequest } from "#server/i18n.ts";

/** Default position of a text without a place in Hungary: the middle of Budapest. */
const budapest = { latitude: 47.5, longitude: 19.04 };

/** For the form of opening hours (docs/product#meaning-of-a-text). */
const getHoursReading = apiCall(
  {
    method: "get",
    path: "/opening-hours",
    summary: "What a text of opening hours means, in words and in the times of a week",
    query: hoursQuerySchema,
    responses: {
      200: {
        description: "The meaning; for a text that cannot be read, the part that is wrong",
        schema: hoursExplanationSchema,
      },
    },
    failures: { "error.toomanyrequests": "" },
    isCostly: true,
  },
  ({ context, services, query }) => {
    const { home, site } = services.publicConfig;
    const { text, country = home.country, lat, lng } = query;
    const position =
      lat === undefined || lng === undefined
        ? (site.startView ?? budapest)
        : { latitude: lat, longitude: lng };
    const { latitude, longitude } = position;
    const { t, language } = textsOfRequest(context.req.raw, null).i18n;
    context.header("Cache-Control", "private, no-store");
    return context.json(
      services.explainHours({ text, site: { country, latitude, longitude } }, { t, language }),
    );
  },
);

/** Calls for opening hours. */
export const hoursCalls: readonly ApiCall[] = [getHoursReading];
