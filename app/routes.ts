import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Every page's address (docs/product#pages). */
export default [
  index("routes/map.tsx"),
  route("places", "routes/places.tsx"),
  route("places/:id/edit", "routes/edit.tsx"),
  route("places/:id/history", "routes/history.tsx"),
  route("places/:id/position", "routes/position.tsx"),
  route("places/:id/report", "routes/report.tsx"),
  route("places/:id/review", "routes/review.tsx"),
  route("places/:id/reviews/:review/report", "routes/report-review.tsx"),
  route("guide", "routes/guide.tsx"),
  route("login", "routes/login.tsx"),
  route("register", "routes/register.tsx"),
  route("forgotpassword", "routes/forgot-password.tsx"),
  route("mail", "routes/mail-link.tsx"),
  route("auth/action", "routes/confirm-address.tsx"),
  route("auth/google", "routes/auth-google.ts"),
  route("auth/google/done", "routes/auth-google-done.tsx"),
  route("logout", "routes/logout.tsx"),
  route("account", "routes/account.tsx"),
  route("account/contributions", "routes/contributions.tsx"),
  route("moderation", "routes/moderation.tsx"),
  route("status", "routes/status.tsx"),
  route("birthday", "routes/birthday.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
