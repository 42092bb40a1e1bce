/** Replaces every secret in the text; longer ones first, since one may begin with another. */
export const hideSecrets = (secrets: readonly string[], text: string): string =>
  secrets.toSorted((a, b) => b.length - a.length).reduce((line, secret) => line.replaceAll(secret, '[hidden]'), text)
