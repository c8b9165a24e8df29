/** Parameters of an address as hidden inputs of a GET form. @param search `?` and the parameters, or empty */
export function HiddenParameters({ search }: { search: string }) {
  return [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
