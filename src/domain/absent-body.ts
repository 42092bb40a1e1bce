/** Response bodies without content, which a service may send for a settlement that does not exist. */
export const ABSENT_BODIES = ['empty', 'null', '{}', 'html', 'text'] as const
export type AbsentBody = (typeof ABSENT_BODIES)[number]
