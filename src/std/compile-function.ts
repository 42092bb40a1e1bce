/**
 * A function from the text of its body. It is for what follows a list of names and runs for each of a million invoices: an object that
 * is filled in a loop took five times as long as one that is written out. Only names of our own may stand in the text.
 */
export const compileFunction = <Call extends (...given: never[]) => unknown>(
  parameters: readonly string[],
  body: string,
): Call => new Function(...parameters, body) as Call
