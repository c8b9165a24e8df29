export function joinClasses(...names: readonly (string | false | null | undefined)[]): string {
  let joined = "";
  for (const name of names) if (name) joined += joined === "" ? name : ` ${name}`;
  return joined;
}

export const fieldClass =
  "min-h-12 w-full min-w-0 rounded-control border border-control-line bg-raised px-3 py-2 text-text aria-invalid:border-2 aria-invalid:border-closed disabled:opacity-55";
