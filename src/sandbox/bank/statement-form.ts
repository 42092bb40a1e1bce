import { csvForms } from './csv-forms.ts'
import { messageForms } from './message-forms.ts'

/** The forms in which the sandbox's bank hands out a statement, each with the name of its file. */
export const STATEMENT_FORMS = { ...csvForms, ...messageForms }

export type StatementForm = keyof typeof STATEMENT_FORMS

export const isStatementForm = (text: string): text is StatementForm => Object.hasOwn(STATEMENT_FORMS, text)
