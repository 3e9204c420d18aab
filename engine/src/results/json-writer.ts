/**
 * Writes a JSON object from values and from texts that are JSON already, such as an engine's rows, which are copied
 * without parsing.
 */
export class JsonWriter {
  #members = '';

  /** Adds a member by serializing its value; `undefined` is skipped. */
  value(name: string, value: unknown): this {
    return value === undefined ? this : this.text(name, JSON.stringify(value));
  }

  /** Adds a member whose value is JSON text. */
  text(name: string, json: string): this {
    this.#members += `${this.#members === '' ? '' : ','}${JSON.stringify(name)}:${json}`;
    return this;
  }

  /** Adds the members of another writer, which have no braces. */
  append(members: string): this {
    if (members !== '') this.#members += `${this.#members === '' ? '' : ','}${members}`;
    return this;
  }

  /** The members without the enclosing braces, so that a host can add its own. */
  members(): string {
    return this.#members;
  }

  object(): string {
    return `{${this.#members}}`;
  }
}
