import { Skeleton } from "#app/ui/skeleton.tsx";

/** Stands where the form will, in the shape of its first step. */
export function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 border-t border-line py-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-18 w-full" />
    </div>
  );
}
