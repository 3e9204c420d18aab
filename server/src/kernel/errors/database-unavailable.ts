/** The database is stopped, stalled, full or unreachable; nothing is known to be wrong with the request. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
  }
}
