import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from "react";
import { ChunkLoadError } from "#app/chunks/import-chunk.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

interface ChunkBoundaryProps {
  /** Shown until the chunk is loaded: a skeleton in the final layout. */
  fallback: ReactNode;
  /** Class of the explanation; by default it is a block in the content's place. */
  failureClassName?: string;
  children: ReactNode;
}

/** Boundary of a lazily loaded part: a skeleton, then the part or why it could not be loaded. Other errors go on. */
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

/** Message that a part could not be loaded; the page then doubts its contact with the server (docs/product#offline). */
export function ChunkFailure({ className = "m-4" }: { className?: string }) {
  const { t } = useTranslation();
  useEffect(reportFailedLoad, []);
  return (
    <Alert kind="danger" className={className}>
      <p className="mb-3">{t("chunk.failed")}</p>
      <Button icon="retry" onClick={() => location.reload()}>
        {t("action.reload")}
      </Button>
    </Alert>
  );
}

/** `React.lazy` for a component, to be put inside a `ChunkBoundary`. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
