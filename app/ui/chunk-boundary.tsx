import { Component, type ReactNode, Suspense } from "react";
import { ChunkLoadError } from "#app/chunks/chunk-load-error.ts";
import { ChunkFailure } from "./chunk-failure.tsx";

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
