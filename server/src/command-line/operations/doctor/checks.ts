import type { Client } from 'pg';
import type { Config } from '../../../host/config/config.ts';
import type { Database } from '../../../kernel/database/database.ts';

export interface Finding {
  readonly name: string;
  /** What is in order; empty where something is not. */
  readonly detail: string;
  /** What is wrong and what to do; null where nothing is. */
  readonly remedy: string | null;
}

/** What checks of an installation whose database is reached work with. */
export interface Opened {
  readonly config: Config;
  readonly database: Database;
  /** The tables' owner, who reads all rows. */
  readonly owner: Client;
  /** The installation's secret. */
  readonly secret: string;
}

/** A check throws what is wrong and what to do. */
export async function runCheck(name: string, check: () => Promise<string> | string): Promise<Finding> {
  try {
    return { name, detail: await check(), remedy: null };
  } catch (error) {
    return { name, detail: '', remedy: (error as Error).message };
  }
}

/** '1 file', '2 files'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;
