import type { Discrepancy } from '../../../src/domain/findings/discrepancy.ts'
import { isOfWhole } from '../../../src/domain/rules/subject.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { moneyIn, numberIn } from '../../../src/i18n/money.ts'
import { messageIn, titleOf } from '../../../src/i18n/sentences.ts'
import { type Words, wordsIn } from '../../../src/i18n/words.ts'
import { visibleText } from '../../../src/publish/html/visible-text.ts'
import type { Acceptance, DayFacts, SettlementOfDay } from '../day-facts.ts'
import type { ToDo, ToDoLine } from '../to-do-list.ts'

/** What was found, under what is to be done about it, and the commands that help. */
export const ToDoSection = ({ facts: { toDo, acceptances, slots, language } }: { facts: DayFacts }) => {
  const words = wordsIn(language)
  const unread = slots.filter(({ verdict }) => verdict === 'incomplete' || verdict === 'not-pulled')
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{words.whatToDo}</h2>
      {toDo.length === 0 && unread.length === 0 ? <p>{words.nothingToDo}</p> : null}
      {unread.length === 0 ? null : (
        <div class="action">
          <h3>{words.readAgain}</h3>
          <ul class="commands">
            {unread.map(({ slot, verdict }) => (
              <li>{verdict === 'incomplete' ? words.readWholeAgain(slot.cycle) : words.neverRead(slot.cycle)}.</li>
            ))}
          </ul>
        </div>
      )}
      {toDo.map((group) => (
        <Group group={group} acceptances={acceptances} language={language} />
      ))}
      <Commands slots={slots} words={words} />
    </section>
  )
}

interface GroupProps {
  readonly group: ToDo
  readonly acceptances: DayFacts['acceptances']
  readonly language: Language
}

const Group = ({ group: { action, number, lines }, acceptances, language }: GroupProps) => {
  const words = wordsIn(language)
  return (
    <div class="action">
      <h3>
        {words.actions[action]} <span class="sum">{numberIn(number, language)}</span>
      </h3>
      <p class="hint">{words.actionHints[action]}</p>
      {lines.map((line) => (
        <Finding line={line} acceptances={acceptances} language={language} />
      ))}
    </div>
  )
}

interface FindingProps {
  readonly line: ToDoLine
  readonly acceptances: DayFacts['acceptances']
  readonly language: Language
}

const Finding = ({ line, acceptances, language }: FindingProps) => {
  const words = wordsIn(language)
  const { code, severity, number, difference, shown: first } = line
  const rest = number - first.length
  return (
    <div class="finding">
      <h4>
        <span class={`sev s-${severity}`}>{words.severities[severity]}</span>
        {titleOf(code, language)} <code>{code}</code>{' '}
        {number > 1 && difference !== null ? (
          <span class="sum">
            {words.difference} {words.inAll}: {moneyIn(difference, language)}
          </span>
        ) : null}
      </h4>
      <ul>
        {first.map((discrepancy) => (
          <FindingLine discrepancy={discrepancy} acceptance={acceptances[discrepancy.id] ?? null} language={language} />
        ))}
        {rest > 0 ? (
          <li>
            <b>…</b>
            <span>{words.andMore(numberIn(rest, language), 'discrepancies.csv')}</span>
          </li>
        ) : null}
      </ul>
    </div>
  )
}

interface FindingLineProps {
  readonly discrepancy: Discrepancy
  readonly acceptance: Acceptance | null
  readonly language: Language
}

const FindingLine = ({ discrepancy, acceptance, language }: FindingLineProps) => {
  const words = wordsIn(language)
  const { slot, state } = discrepancy
  const said = messageIn(discrepancy, language)
  const about = isOfWhole(discrepancy) ? null : visibleText(discrepancy.subject, 80)
  return (
    <li>
      <b>
        {words.cycle} {slot.cycle}
      </b>
      <span class="break">
        <span lang={said.language}>{sentence(visibleText(said.text, 400))}</span>{' '}
        <span class="tag">{words.states[state]}</span>
        {about === null ? null : (
          <>
            {' '}
            <code>{about}</code>
          </>
        )}
        {acceptance === null ? null : (
          <>
            <br />
            <span class="hint">
              {words.acceptedBy(visibleText(acceptance.by, 40), acceptance.until)}:{' '}
              {visibleText(acceptance.reason, 300)}
            </span>
          </>
        )}
      </span>
    </li>
  )
}

/** Messages begin small: they also stand behind a code on a line. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Once each, those of the slots in trouble. */
const Commands = ({ slots, words }: { slots: readonly SettlementOfDay[]; words: Words }) => {
  const troubled = slots.filter(({ next }) => next.length > 0)
  if (troubled.length === 0) return null
  return (
    <div class="action screen">
      <h3>{words.runNext}</h3>
      <ul class="commands">
        {troubled.map(({ slot, next, open }) => (
          <>
            {open.error + open.warning === 0 ? null : (
              <li>
                <code>{`cuadre explain ${slot.date} ${slot.cycle}`}</code>
              </li>
            )}
            {next.map(({ command }) => (
              <li>
                <code>{command}</code>
              </li>
            ))}
          </>
        ))}
      </ul>
    </div>
  )
}
