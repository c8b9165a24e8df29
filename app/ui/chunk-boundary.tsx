import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
} from "react";
import { useTranslation } from "react-i18next";
import { ChunkLoadError } from "#app/chunks/fetch-ahead.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

interface ChunkBoundaryProps {
  /** Shown until the chunk is there: a skeleton in the final layout. */
  fallback: ReactNode;
  /** Where the explanation stands; as a block in its place unless named. */
  failureClassName?: string;
  children: ReactNode;
}

/**
 * Around a lazily loaded part of a page: its skeleton until it is there, and an explanation where
 * it could not be loaded. Any other error goes on to the route's own boundary.
 */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error instanceof ChunkLoadError)
      return <ChunkFailure className={this.props.failureClassName} />;
    if (error) throw error;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}

/** Says that a part of the page could not be loaded, and offers to load the page again. */
export function ChunkFailure({ className = "m-4" }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Alert kind="danger" className={className}>
      <p className="mb-3">{t("chunk.failed")}</p>
      <Button icon="retry" onClick={() => location.reload()}>
        {t("action.reload")}
      </Button>
    </Alert>
  );
}

/**
 * `React.lazy` for a component in a chunk of its own, which `importChunk` asks for once more when it
 * fails or takes over 120 s. Put it inside a `ChunkBoundary`, which explains when that fails too.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
