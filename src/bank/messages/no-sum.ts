import type { Both } from '../../std/both.ts'
import { formOf } from '../bank-file-fault.ts'

/** Which part of a text keeps it from being a sum, with its form in place of its content. */
export const noSum = (text: string): Both<string> => {
  if (text.trim() === '') return { en: 'it has no sum', es: 'no tiene una suma' }
  const form = formOf(text)
  const { en, es } = REASONS.find(({ isIn }) => isIn.test(text)) ?? OTHER
  return { en: `its sum ${form}: ${en}`, es: `su valor ${form}: ${es}` }
}

/** A separator before three digits. */
export const openSum = (text: string): Both<string> => ({
  en: `its sum ${formOf(text)}: the three digits at its end may be thousands or decimals`,
  es: `su valor ${formOf(text)}: las tres cifras del final pueden ser miles o decimales`,
})

const REASONS = [
  { isIn: /\p{L}/u, en: 'it has letters', es: 'tiene letras' },
  { isIn: /[^\d\s.,+-]/, en: 'it has a sign that no sum has', es: 'tiene un signo que ningún valor tiene' },
  { isIn: /\d\s+\d/, en: 'a space stands between its digits', es: 'hay un espacio entre sus cifras' },
  { isIn: /^[+-]\d+([.,]\d\d?)?$/, en: 'it has a sign where none belongs', es: 'tiene un signo donde no va' },
  { isIn: /.[+-]/, en: 'its sign does not stand before it', es: 'su signo no está delante' },
  { isIn: /[.,].*[.,]/, en: 'it has two separators', es: 'tiene dos separadores' },
  { isIn: /[.,]\d{2}\d*[1-9]/, en: 'it has parts of a centavo', es: 'tiene partes de un centavo' },
  { isIn: /\d{15}/, en: 'it is beyond what can be held exactly', es: 'supera lo que se puede guardar con exactitud' },
]
const OTHER: Both<string> = { en: 'its decimal sign is another', es: 'su signo decimal es otro' }
