/** Two pages of the call report as facts, which share only the state and the kind of charter. */
const measure = (name: string, column: string) =>
  `{ name: ${name}, kind: sum, expression: ${column}, title: { en: T }, definition: { en: D }, format: { unit: currency } }`;
const fact = (name: string, table: string, state: string, measures: string) => `
  - name: ${name}
    title: { en: T }
    description: { en: D }
    owner: Finance
    table: ${table}
    joins: [{ table: foicu, on: [CU_NUMBER, CYCLE_DATE] }]
    asOf: { table: ${table}, column: CYCLE_DATE }
    dimensions:
      - { name: ${state}, type: string, title: { en: State }, column: { table: foicu, column: STATE } }
      - { name: charter_type, type: integer, title: { en: Charter }, column: { table: foicu, column: CU_TYPE } }
    measures:
      - { name: reports, kind: count, title: { en: T }, definition: { en: D }, format: { unit: count } }
      - ${measures}`;

export const LIENS_MODEL = `
name: liens
title: { en: T }
description: { en: D }
datasets:${fact('books', 'fs220', 'state', measure('shares', 'ACCT_018'))}${fact('liens', 'fs220l', 'where', measure('first_liens', 'ACCT_703A'))}
combined:
  - name: funding
    title: { en: T }
    description: { en: D }
    owner: Finance
    facts: [books, liens]
    shared: [{ name: state, of: { books: state, liens: where } }, charter_type]
    measures:
      - { name: liens_to_shares, kind: ratio, numerator: [{ measure: first_liens }], denominator: [{ measure: shares }], title: { en: T }, definition: { en: D }, format: { unit: percent } }
`;
