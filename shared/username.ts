/**
 * Whether a text can be a username at any identity provider: up to 128 characters without blanks,
 * control characters, `@`, `/` and `%`. What can be none need not be looked up.
 */
export const canBeUsername = (text: string): boolean =>
  /^[^\s\p{Cc}@/%]{1,128}$/u.test(text) && text.isWellFormed()
