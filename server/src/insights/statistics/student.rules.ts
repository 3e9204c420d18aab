const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Logarithm of the gamma function of a positive number (Lanczos). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const series = LANCZOS.reduce((total, factor, index) => total + factor / (shifted + index + 1), 0.99999999999980993);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

/** Continued fraction of the incomplete beta function (Lentz). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const apartFromZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / apartFromZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let step = 1; step <= 300; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / apartFromZero(1 + even * d);
    c = apartFromZero(1 + even / c);
    result *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / apartFromZero(1 + odd * d);
    c = apartFromZero(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return result;
}

/** Regularized incomplete beta function. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Beyond it a t distribution is as good as normal, and the fraction slow. */
const MOST_FREEDOM = 1e5;

/** Probability of a |t| as large, of a t distribution with `freedom` degrees of freedom; both tails. */
export function twoSided(t: number, freedom: number): number {
  const degrees = Math.min(freedom, MOST_FREEDOM);
  return Number.isFinite(t) ? incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) : 0;
}

/** Probability of an F as large, with so many degrees of freedom above and below. */
export function incompleteF(f: number, above: number, below: number): number {
  return f <= 0 ? 1 : incompleteBeta(below / (below + above * f), below / 2, above / 2);
}

/** The |t| whose `twoSided` probability is `p`. */
export function criticalT(p: number, freedom: number): number {
  let [low, high] = [0, 1000];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (twoSided(middle, freedom) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Derivative of the logarithm of the gamma function, and its derivative. */
export function digamma(x: number): number {
  if (x < 6) return digamma(x + 1) - 1 / x;
  const f = 1 / (x * x);
  return Math.log(x) - 1 / (2 * x) - f * (1 / 12 - f * (1 / 120 - f / 252));
}
export function trigamma(x: number): number {
  if (x < 6) return trigamma(x + 1) + 1 / (x * x);
  const f = 1 / (x * x);
  return 1 / x + f / 2 + (f / x) * (1 / 6 - f * (1 / 30 - f / 42));
}
