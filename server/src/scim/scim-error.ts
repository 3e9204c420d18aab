/** The closed list of RFC 7644, table 9, as far as this server answers it. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An error as a SCIM client receives it: its status, its type and a sentence with the remedy. */
export class ScimError extends Error {
  override name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;
  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const missing = (what: 'user' | 'group' | 'resource', id: string): ScimError =>
  new ScimError(404, `There is no ${what} '${id.slice(0, 100)}'.`);

export const invalid = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, scimType);
