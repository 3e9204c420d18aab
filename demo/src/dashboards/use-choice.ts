import { useAddress } from '../routing/address.ts';

/** One of a few values that the address keeps under a name; the first is meant where it says nothing. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const { search, say } = useAddress();
  const value = values.find((one) => one === search[name]) ?? values[0];
  return [value, (next) => say({ [name]: next === values[0] ? null : next })];
}
