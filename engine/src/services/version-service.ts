import type { SqlValidators } from '../sql-validator/sql-validators.ts';
import { loadVersion } from '../warehouses/embedded/load-version.ts';
import type { LoadedVersion, LoadOptions } from '../warehouses/embedded/load-version.ts';
import type { Readers } from '../warehouses/embedded/readers.ts';

interface VersionServiceOptions {
  readers: Readers;
  validators: SqlValidators;
  /** The bundled loader, if the host is a bundle. */
  loaderEntry: string | undefined;
}

/** Builds version files and releases them. */
export class VersionService {
  readonly #readers: Readers;
  readonly #validators: SqlValidators;
  readonly #loaderEntry: string | undefined;

  constructor({ readers, validators, loaderEntry }: VersionServiceOptions) {
    this.#readers = readers;
    this.#validators = validators;
    this.#loaderEntry = loaderEntry;
  }

  /** Builds a version file. Throws `LoadError`. */
  load(options: Omit<LoadOptions, 'entry'>): Promise<LoadedVersion> {
    return loadVersion(this.#loaderEntry === undefined ? options : { ...options, entry: this.#loaderEntry });
  }

  /** Stops the processes that have a version's file open, for example before the file is deleted. */
  async release(file: string): Promise<void> {
    await Promise.all([this.#readers.release(file), this.#validators.release(file)]);
  }
}
