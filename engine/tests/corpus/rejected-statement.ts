/** A group of statements that must be refused, and the error message. */
export interface RejectedStatement {
  says: RegExp;
  statements: readonly string[];
}

/** Every item in every statement, in place of `mark`. */
export const everywhere = (places: readonly string[], mark: string, what: readonly string[]) =>
  places.flatMap((place) => what.map((item) => place.replaceAll(mark, item)));
