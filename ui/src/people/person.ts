/** Someone as menus and avatars show them. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  avatar?: string | null;
}
