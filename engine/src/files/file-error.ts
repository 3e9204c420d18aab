/** What is wrong with a file. Texts for people are chosen by it. */
export type FileErrorCode =
  | 'unreadable'
  | 'empty'
  | 'other_kind'
  | 'no_rows'
  | 'undecodable'
  | 'line_too_long'
  | 'too_many_columns'
  | 'unclosed_quote'
  | 'unusual_text'
  | 'too_complex'
  | 'damaged_archive'
  | 'damaged_json'
  | 'damaged_file'
  | 'archive_too_large'
  | 'encrypted'
  | 'wrong_settings';

/** A file cannot be read. `remedy` says what the person who has the file can do. */
export class FileError extends Error {
  override name = 'FileError';
  readonly code: FileErrorCode;
  /** What happened, without the remedy. */
  readonly what: string;
  readonly remedy: string;
  /** Where the file stops being readable: a byte offset from its start and a line from 1, where known. */
  readonly at: { byte?: number; line?: number };
  constructor(code: FileErrorCode, message: string, remedy: string, at: { byte?: number; line?: number } = {}) {
    super(`${message} ${remedy}`);
    this.code = code;
    this.what = message;
    this.remedy = remedy;
    this.at = at;
  }
}
