import { posix } from 'node:path';
import { KNOWLEDGE_LIMITS, visibleLine } from '@rise/contract';
import { headingOf } from '../markdown-marks.rules.ts';

export interface MarkdownFile {
  readonly title: string;
  /** Without its front matter; begins with the title where that is in no heading. */
  readonly content: string;
}

/** YAML between lines of hyphens, or TOML between lines of plus signs, at the beginning. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?:\n|$)/;
const STATED_TITLE = /^title[ \t]*[:=][ \t]*(.+)$/m;
const FIRST_HEADING = /^#[ \t].*$/m;

/** A file as it is read: its title is the one that its front matter states, its first heading, or its name. */
export function markdownFile(path: string, text: string): MarkdownFile {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [block = '', , matter = ''] = FRONT_MATTER.exec(lines) ?? [];
  const body = lines.slice(block.length);
  const stated = visibleLine(unquoted(STATED_TITLE.exec(matter)?.[1]?.trim() ?? ''));
  const heading = visibleLine(headingOf(FIRST_HEADING.exec(body)?.[0] ?? '')?.title ?? '');
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '');
  const title = (stated || heading || visibleLine(name) || path).slice(0, KNOWLEDGE_LIMITS.name);
  return { title, content: heading === '' && stated !== '' ? `# ${title}\n\n${body}` : body };
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/** What a link in a file leads to. */
export interface FileTarget {
  /** Within the folder, as it is written: perhaps without its ending, or a folder. */
  readonly path: string;
  /** Of a heading; null: the beginning. */
  readonly anchor: string | null;
}

/** What a link in a file leads to within the same folder; null where it leads anywhere else. */
export function fileTarget(from: string, href: string): FileTarget | null {
  const [address = ''] = href.trim().split(/\s+["'(]/);
  const [place = '', anchor = ''] = decoded(address.replace(/^<(.*)>$/, '$1')).split('#');
  const [written = ''] = place.split('?');
  if (/^[a-z][a-z\d+.-]*:|^\/\/|[\0\\]/i.test(written)) return null;
  if (written === '' && anchor === '') return null;
  const path = written === '' ? from : posix.join(written.startsWith('/') ? '.' : posix.dirname(from), written);
  if (path === '..' || path.startsWith('../')) return null;
  return { path: path.replace(/^\/+|\/+$/g, ''), anchor: anchor === '' ? null : anchor };
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The files that a path may mean, the likeliest first. */
export function filesMeant(path: string): string[] {
  if (/\.(?:md|markdown)$/i.test(path)) return [path];
  const within = path === '' || path === '.' ? '' : `${path}/`;
  const own = within === '' ? [] : [`${path}.md`, `${path}.markdown`];
  return [...own, `${within}index.md`, `${within}README.md`, `${within}readme.md`];
}

/** The anchor of a heading, as hosts of repositories have them. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
