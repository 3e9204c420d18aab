/** A function that computes its result once for each argument, which must not change afterwards. */
export function once<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  const results = new WeakMap<A, { result: R }>();
  return (argument) => {
    let known = results.get(argument);
    if (!known) {
      known = { result: compute(argument) };
      results.set(argument, known);
    }
    return known.result;
  };
}
