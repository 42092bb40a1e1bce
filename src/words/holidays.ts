import type { Holiday } from '../core/calendar/business-days.ts'
import type { Language } from './language.ts'

const HOLIDAYS: Readonly<Record<Language, Readonly<Record<Holiday, string>>>> = {
  en: {
    'new-year': 'New Year',
    labour: 'Labour Day',
    independence: 'Independence Day',
    boyaca: 'Battle of Boyacá',
    immaculate: 'Immaculate Conception',
    christmas: 'Christmas',
    epiphany: 'Epiphany',
    'saint-joseph': 'Saint Joseph',
    'peter-and-paul': 'Saints Peter and Paul',
    assumption: 'Assumption',
    'day-of-race': 'Day of Ethnic Diversity',
    'all-saints': 'All Saints',
    cartagena: 'Independence of Cartagena',
    chiquinquira: 'Our Lady of Chiquinquirá',
    'maundy-thursday': 'Maundy Thursday',
    'good-friday': 'Good Friday',
    ascension: 'Ascension',
    'corpus-christi': 'Corpus Christi',
    'sacred-heart': 'Sacred Heart',
  },
  es: {
    'new-year': 'Año Nuevo',
    labour: 'Día del Trabajo',
    independence: 'Día de la Independencia',
    boyaca: 'Batalla de Boyacá',
    immaculate: 'Inmaculada Concepción',
    christmas: 'Navidad',
    epiphany: 'Reyes Magos',
    'saint-joseph': 'San José',
    'peter-and-paul': 'San Pedro y San Pablo',
    assumption: 'Asunción de la Virgen',
    'day-of-race': 'Día de la Diversidad Étnica y Cultural',
    'all-saints': 'Todos los Santos',
    cartagena: 'Independencia de Cartagena',
    chiquinquira: 'Virgen de Chiquinquirá',
    'maundy-thursday': 'Jueves Santo',
    'good-friday': 'Viernes Santo',
    ascension: 'Ascensión del Señor',
    'corpus-christi': 'Corpus Christi',
    'sacred-heart': 'Sagrado Corazón',
  },
}

export const holidayIn = (holiday: Holiday, language: Language): string => HOLIDAYS[language][holiday]
