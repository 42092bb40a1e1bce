/**
 * Compiles a function from the text of its body. For code that follows a list of names and runs for each of a million
 * invoices: filling an object in a loop took five times as long as an object literal. The text may contain only names
 * of our own.
 */
export const compileFunction = <Call extends (...given: never[]) => unknown>(
  parameters: readonly string[],
  body: string,
): Call => new Function(...parameters, body) as Call
