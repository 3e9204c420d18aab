/** A longer text is cut to this many characters in a profile. */
export const PROFILE_TEXT = 200;
