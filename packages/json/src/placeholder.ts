/** What a prompt fills with data: `{{context}}`, `{{params.command}}`; the path is the first group. */
export const PLACEHOLDER: RegExp =
  /\{\{[ \t]{0,8}([A-Za-z_][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9_-]{1,64}){0,15})[ \t]{0,8}\}\}/g;
