/** Text with one space where it has spaces, line ends or control characters, and none at its ends. */
export const foldSpaces = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
