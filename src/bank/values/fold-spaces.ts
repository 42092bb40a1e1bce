/** Replaces spaces, line ends and control characters by single spaces, and trims the ends. */
export const foldSpaces = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
