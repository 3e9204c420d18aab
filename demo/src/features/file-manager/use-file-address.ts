import { useParams } from '@tanstack/react-router';
import { type RecordAddress, useRecordAddress, useRedirect } from '../../components/use-record.ts';
import { folderHref, ROOT } from './item.ts';

interface Parts {
  readonly first?: string;
  readonly second?: string;
  readonly third?: string;
  readonly fourth?: string;
}

export interface FileAddress extends RecordAddress {
  /** Null at the root. */
  readonly folderId: string | null;
}

/** The folder and the item in the address; any other address leads to the root. */
export function useFileAddress(): FileAddress {
  const { first, second, third } = useParams({ strict: false }) as Parts;
  const folderId = first === 'folders' ? (second ?? null) : null;
  const isKnown =
    first === undefined ||
    (first === 'details' && third === undefined) ||
    (folderId !== null && (third === undefined || third === 'details'));
  useRedirect(isKnown ? null : ROOT);
  const folder = folderHref(folderId);
  const address = useRecordAddress(folder, first === 'details' ? 'second' : 'fourth', `${folder}/details`);
  return { ...address, folderId };
}
