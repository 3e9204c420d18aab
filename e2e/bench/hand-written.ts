/** What an expert writes for the uncached query of transactions.ts: no tenant predicate, no casts. Takes the threshold. */
export const HAND_WRITTEN =
  'SELECT branch, SUM(amount) AS amount FROM transaction WHERE member_id >= $1 GROUP BY branch ORDER BY branch';
