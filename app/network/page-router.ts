/** The router of the page, as React Router itself shares it with its tools, for what runs beside the components. */
interface PageRouter {
  navigate(
    to: string,
    options: {
      readonly replace: true;
      readonly defaultShouldRevalidate: boolean;
      /** URL that the browser shows in place of `to`. */
      readonly mask?: string;
    },
  ): Promise<void>;
  revalidate(): Promise<void>;
  readonly state: { readonly loaderData: { readonly root?: RootData } };
}

/** The part of the root's data that is read here. */
interface RootData {
  readonly session: { readonly role: string; readonly email: string | null } | null;
  readonly isSessionUnread?: true;
}

declare global {
  interface Window {
    readonly __reactRouterDataRouter?: PageRouter;
  }
}

/** Undefined before the application has started. */
export function pageRouter(): PageRouter | undefined {
  return window.__reactRouterDataRouter;
}

/**
 * Name of the account that is signed in on this page, never sent anywhere; null without one; undefined before the
 * application
 * has started; unread where the session is unknown.
 */
export function accountOfPage(): string | null | undefined | { readonly isUnread: true } {
  const root = pageRouter()?.state.loaderData.root;
  if (root === undefined) return undefined;
  const isShell = document.documentElement.dataset.kept !== undefined;
  if (root.session === null && (root.isSessionUnread || isShell)) return { isUnread: true };
  return root.session && (root.session.email ?? root.session.role);
}
