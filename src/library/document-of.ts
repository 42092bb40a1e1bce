import { type AnswerDocument, answerDocument } from '../../reports/documents/answer-document.ts'
import type { Json } from '../core/cell.ts'
import { jsonText } from '../print/json.ts'
import type { Shape } from '../print/shape.ts'

/** The document that `--json` prints, as a value. */
export const documentOf = <T>(document: Json): T => JSON.parse(jsonText(document))

/** The document in which a command with this name answers. */
export const answerOf = <Name extends string, Facts, To>(
  command: Name,
  shape: Shape<Facts, To>,
  facts: Facts,
  exitCode = 0,
): AnswerDocument<Name> & To => documentOf(answerDocument(command, exitCode, shape.of(facts)))
