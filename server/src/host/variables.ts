export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and keeps every problem, so that an operator mends all of them in one go. */
export class Variables {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Notes a problem: what is wrong with a variable, and what to write instead. */
  wrong(name: string, fault: string, remedy: string): null {
    this.problems.push(`${name} ${fault}; ${remedy}`);
    return null;
  }

  /** The value, or null where it is absent or blank. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    this.wrong(name, `is '${text}'`, `set a whole number from ${least} to ${most}, or leave it out for ${fallback}`);
    return fallback;
  }

  choice<const T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const found = choices.find((choice) => choice === text.toLowerCase());
    if (found !== undefined) return found;
    this.wrong(name, `is '${text}'`, `set one of ${choices.join(', ')}, or leave it out for ${fallback}`);
    return fallback;
  }

  /** `example` shows the form; its scheme and those in `schemes` ('https:') are taken. Values are not repeated: they may hold passwords. */
  url(name: string, schemes: readonly string[], example: string): URL | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = parsed(text);
    if (url !== null && schemes.includes(url.protocol)) return url;
    return this.wrong(name, 'is not an address of the right kind', `write it as ${example}`);
  }

  /** The text of a PostgreSQL address, which may leave the host to a socket's path: postgresql://user@/database?host=/run. */
  database(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = /^postgres(ql)?:\/\//.test(text) ? parsed(text.replace('@/', '@socket/')) : null;
    if (url !== null) return text;
    return this.wrong(
      name,
      'is not the address of a PostgreSQL',
      'write it as postgresql://user:password@host:5432/database',
    );
  }
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
