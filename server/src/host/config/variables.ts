export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one by one and collects every issue, so that an operator can fix all of them at once. */
export class Variables {
  readonly issues: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Adds an issue: what is wrong with a variable, and what to set instead. */
  addIssue(name: string, issue: string, remedy: string): null {
    this.issues.push(`${name} ${issue}; ${remedy}`);
    return null;
  }

  /** The value, or null where it is absent or blank. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    this.addIssue(
      name,
      `is '${text}'`,
      `set a whole number from ${minimum} to ${maximum}, or leave it out for ${fallback}`,
    );
    return fallback;
  }

  choice<const T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const choice = choices.find((choice) => choice === text.toLowerCase());
    if (choice !== undefined) return choice;
    this.addIssue(name, `is '${text}'`, `set one of ${choices.join(', ')}, or leave it out for ${fallback}`);
    return fallback;
  }

  /**
   * `example` shows the form; its scheme and those in `schemes` ('https:') are accepted. Values are not repeated: they
   * may contain passwords.
   */
  url(name: string, schemes: readonly string[], example: string): URL | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = parsed(text);
    if (url !== null && schemes.includes(url.protocol)) return url;
    return this.addIssue(name, 'is not an address of the right kind', `write it as ${example}`);
  }

  /**
   * The text of a PostgreSQL URL, which may have a socket's path in place of the host:
   * postgresql://user@/database?host=/run.
   */
  database(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const url = /^postgres(ql)?:\/\//.test(text) ? parsed(text.replace('@/', '@socket/')) : null;
    if (url !== null) return text;
    return this.addIssue(
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
