import type { AdministeredAnnouncement, AnnouncementFields, Language, Role } from '@rise/contract';
import { MAX_CONTENT } from '@rise/contract/announcement-words';
import { plainText } from '@rise/contract/rich-text';
import type { AnnouncementBannerProps } from '@rise/ui/panels';
import { addressesOf, markdownOf, richTextOf } from './rich-markdown.rules.ts';

type InLanguages = Record<Language, string>;

/** What is in the form: contents as Markdown, times as the clocks of the browser's zone show them ('2026-11-27T09:00'). */
export interface FormValues {
  title: InLanguages;
  content: InLanguages;
  uri: string;
  hyperText: InLanguages;
  /** Empty: when it is published. */
  start: string;
  /** Empty: no end. */
  end: string;
  /** Null: all. */
  tenants: string[] | null;
  roles: Role[] | null;
}

const EMPTY: FormValues = {
  title: { en: '', tr: '' },
  content: { en: '', tr: '' },
  uri: '',
  hyperText: { en: '', tr: '' },
  start: '',
  end: '',
  tenants: null,
  roles: null,
};

/** A time for an input of the kind `datetime-local`. */
export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The former moment where the input still shows it: it may have seconds. */
const toMoment = (local: string, former: string | null): string | null =>
  local === '' ? null : local === toLocalTime(former) ? former : new Date(local).toISOString();

/** The form for an announcement; null: a new one. */
export function valuesOf(announcement: AdministeredAnnouncement | null): FormValues {
  if (announcement === null) return EMPTY;
  const { title, content, link, startDate, endDate, tenants, roles } = announcement;
  return {
    title: { en: title.en, tr: title.tr ?? '' },
    content: { en: markdownOf(content.en), tr: markdownOf(content.tr) },
    uri: link?.uri ?? '',
    hyperText: { en: link?.hyperText.en ?? '', tr: link?.hyperText.tr ?? '' },
    start: toLocalTime(startDate),
    end: toLocalTime(endDate),
    tenants,
    roles,
  };
}

const localized = ({ en, tr }: InLanguages) => ({ en: en.trim(), ...(tr.trim() !== '' && { tr: tr.trim() }) });

/** What is sent; `former` is the announcement before the change. */
export function fieldsOf(values: FormValues, former: AdministeredAnnouncement | null): AnnouncementFields {
  const { title, content, uri, hyperText, start, end, tenants, roles } = values;
  return {
    title: localized(title),
    content: { en: richTextOf(content.en), tr: richTextOf(content.tr) },
    link: uri.trim() === '' ? null : { uri: uri.trim(), hyperText: localized(hyperText) },
    startDate: toMoment(start, former?.startDate ?? null),
    endDate: toMoment(end, former?.endDate ?? null),
    tenants,
    roles,
  };
}

/** As the banner shows it to readers of a language: what is not translated, in English. */
export function bannerOf(values: FormValues, language: Language): AnnouncementBannerProps['announcement'] {
  const { title, content, link } = fieldsOf(values, null);
  return {
    title: title[language] ?? title.en,
    content: content[language] ?? content.en,
    link: link && { uri: link.uri, hyperText: link.hyperText[language] ?? link.hyperText.en },
  };
}

/** Fields with a problem, and which: keys of texts. */
export type Problems = Partial<
  Record<
    'title' | 'contentEn' | 'contentTr' | 'uri' | 'hyperText' | 'end' | 'tenants' | 'roles',
    'required' | 'tooLong' | 'address' | 'beforeStart' | 'past' | 'choose'
  >
>;

const ADDRESS = /^(?:\/(?![/\\])[^\\\s]*|https:\/\/[^\\\s]+)$/;

const contentProblem = (markdown: string) => {
  const content = richTextOf(markdown);
  if (content !== null && plainText(content).length > MAX_CONTENT) return 'tooLong';
  return addressesOf(content).every((uri) => ADDRESS.test(uri)) ? undefined : 'address';
};

/** What keeps the form from being saved; `published`: from being visible from now on, too. */
export function problemsOf(values: FormValues, { publish, now }: { publish: boolean; now: number }): Problems {
  const { title, content, uri, hyperText, start, end, tenants, roles } = values;
  const hasLink = uri.trim() !== '' || hyperText.en.trim() !== '' || hyperText.tr.trim() !== '';
  const begins = start === '' ? null : Date.parse(start);
  const ends = end === '' ? null : Date.parse(end);
  const found: { [Field in keyof Problems]: Problems[Field] | undefined } = {
    title: title.en.trim() === '' ? 'required' : undefined,
    contentEn: contentProblem(content.en),
    contentTr: contentProblem(content.tr),
    uri: hasLink && !ADDRESS.test(uri.trim()) ? 'address' : undefined,
    hyperText: hasLink && hyperText.en.trim() === '' ? 'required' : undefined,
    end:
      ends !== null && begins !== null && ends <= begins
        ? 'beforeStart'
        : publish && ends !== null && ends <= now
          ? 'past'
          : undefined,
    tenants: tenants?.length === 0 ? 'choose' : undefined,
    roles: roles?.length === 0 ? 'choose' : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}
