import { csvForms } from './csv-forms.ts'
import { messageForms } from './message-forms.ts'

/** The forms of the sandbox's bank statements, each with its file name. */
export const STATEMENT_FORMS = { ...csvForms, ...messageForms }

export type StatementForm = keyof typeof STATEMENT_FORMS

export const isStatementForm = (text: string): text is StatementForm => Object.hasOwn(STATEMENT_FORMS, text)
