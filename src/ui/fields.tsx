import type { Zone } from '../core/calendar/calendar.ts'
import type { Language } from '../words/language.ts'

export interface FormOf {
  readonly language: Language
  readonly root: string
  readonly zone: Zone
}

export interface Named {
  readonly name: string
  readonly label: string
}

export const Choice = ({
  name,
  label,
  chosen,
  of,
}: Named & { readonly chosen: string; readonly of: readonly (readonly [string, string])[] }) => (
  <label>
    {label}
    <select name={name}>
      {of.map(([value, text]) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

export const Field = ({
  name,
  label,
  value = '',
  type = 'text',
  isWide = false,
  isNeeded = false,
}: Named & {
  readonly value?: string
  readonly type?: string
  readonly isWide?: boolean
  readonly isNeeded?: boolean
}) => (
  <label class={isWide ? 'wide' : undefined}>
    {label}
    <input
      name={name}
      type={type}
      value={value}
      maxlength={200}
      min={type === 'number' ? 0 : undefined}
      required={isNeeded}
    />
  </label>
)

export const Hidden = ({
  token,
  back,
  seen,
}: {
  readonly token: string
  readonly back: string
  readonly seen?: string
}) => (
  <>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="back" value={back} />
    {seen === undefined ? null : <input type="hidden" name="seen" value={seen} />}
  </>
)

export const Reasoned = ({ label, act }: { readonly label: string; readonly act: string }) => (
  <p class="acts">
    <Field name="reason" label={label} isWide isNeeded />
    <button type="submit">{act}</button>
  </p>
)
