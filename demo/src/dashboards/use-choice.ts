import { useAddress } from '@rise/shell/routing';

/** One of several values stored in the address under a name; the first is the default. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const { search, setSearch } = useAddress();
  const value = values.find((one) => one === search[name]) ?? values[0];
  return [value, (next) => setSearch({ [name]: next === values[0] ? null : next })];
}
