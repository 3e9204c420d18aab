import type { MappedCode } from '@rise/contract';
import type { Mappings, Scope } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { TenantTx } from '../kernel/database.ts';
import { findCodes, findTerms, type MappingVersions, type ParameterValues, type TermsRow } from './terms.sql.ts';

/** What a tenant says for itself of its model: values of parameters, and what its source codes mean. */
export interface Terms extends Omit<TermsRow, 'mappings'> {
  readonly versions: MappingVersions;
  readonly mappings: Mappings;
}

/** Bound of all kept mappings, in codes. */
const KEPT_CODES = 200_000;

/** What versions of mappings say: they never change. */
const known = new LRUCache<string, readonly MappedCode[]>({
  maxSize: KEPT_CODES,
  sizeCalculation: (codes) => codes.length + 1,
});

const keyOf = (tenantId: string, type: string, version: number) => `${tenantId} ${type} ${version}`;

/** The terms that a row stands for. */
export async function readTerms(tx: TenantTx, row: TermsRow): Promise<Terms> {
  const { mappings: versions, ...said } = row;
  const wanted = Object.entries(versions);
  const found = new Map<string, readonly MappedCode[]>();
  const missing: [string, number][] = [];
  for (const [type, version] of wanted) {
    const codes = known.get(keyOf(tx.tenantId, type, version));
    if (codes) found.set(type, codes);
    else missing.push([type, version]);
  }
  if (missing.length > 0)
    for (const { type, version, codes } of await findCodes(tx, Object.fromEntries(missing))) {
      known.set(keyOf(tx.tenantId, type, version), codes);
      found.set(type, codes);
    }
  return { ...said, versions, mappings: { hash: hashOf(versions), codes: found } };
}

/** Versions never change, so that their numbers say what they hold. */
function hashOf(versions: MappingVersions): string {
  return JSON.stringify(Object.entries(versions).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The tenant's terms in force. */
export async function newestTerms(tx: TenantTx): Promise<Terms> {
  return readTerms(tx, await findTerms(tx));
}

/** The same terms with other values of parameters. */
export function withParameters(terms: Terms, parameters: ParameterValues): Terms {
  return { ...terms, parameters, parametersVersion: terms.parametersVersion + 1 };
}

/** The same terms with another version of one mapping. */
export function withMapping(terms: Terms, type: string, version: number, codes: readonly MappedCode[]): Terms {
  const versions = { ...terms.versions, [type]: version };
  return {
    ...terms,
    versions,
    mappings: { hash: hashOf(versions), codes: new Map([...terms.mappings.codes, [type, codes]]) },
  };
}

/** A reader's scope in a tenant with these terms. */
export function scopeWith(scope: Scope, { parameters, mappings }: Terms): Scope {
  return { ...scope, parameters, mappings };
}

export { findTerms, putTerms, type TermsRow } from './terms.sql.ts';
