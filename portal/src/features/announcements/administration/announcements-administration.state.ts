import type { AnnouncementState, Language } from '@rise/contract';
import { ANNOUNCEMENT_STATES } from '@rise/contract/announcement-words';
import type { SearchParams } from '@rise/ui/search-params';

/** What is listed and open, as stored in the address: `?state=draft&page=2&form=<id>&preview=tr`. */
export interface AdministrationState {
  /** Null: all. */
  state: AnnouncementState | null;
  page: number;
  /** The form that is open: of a new announcement ('new'), or of the one with the id. */
  form: string | null;
  /** The language in which the form's announcement is previewed in the banner; null: no preview. */
  preview: Language | null;
  /** The announcement whose readers are shown. */
  readers: string | null;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const idIn = (text: string | undefined) => (text !== undefined && ID.test(text) ? text : null);

export function readAdministrationState(params: SearchParams): AdministrationState {
  const form = params.form === 'new' ? 'new' : idIn(params.form);
  return {
    state: ANNOUNCEMENT_STATES.find((state) => state === params.state) ?? null,
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1,
    form,
    preview: form !== null && (params.preview === 'en' || params.preview === 'tr') ? params.preview : null,
    readers: idIn(params.readers),
  };
}

/** Defaults are omitted. */
export function writeAdministrationState(written: AdministrationState): Record<string, string> {
  const { state, page, form, preview, readers } = written;
  return {
    ...(state !== null && { state }),
    ...(page > 1 && { page: String(page) }),
    ...(form !== null && { form }),
    ...(preview !== null && { preview }),
    ...(readers !== null && { readers }),
  };
}
