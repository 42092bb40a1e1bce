// The keys and the drop zone of the desk. Without it everything works: each key presses what a mouse can press.

const boxes = () => [...document.querySelectorAll('input[name="case"]')]

let ofAll = null

/** The sum of the chosen cases, in centavos, stands where that of all stands while none is chosen. */
const sumOfChosen = () => {
  const output = document.querySelector('.cases .sum output')
  const cell = document.querySelector('.cases .sum td.n')
  if (output === null || cell === null) return
  ofAll ??= [output.textContent, cell.textContent]
  const chosen = boxes().filter(({ checked }) => checked)
  if (chosen.length === 0) {
    ;[output.textContent, cell.textContent] = ofAll
    return
  }
  const sum = chosen.reduce((total, { dataset }) => total + BigInt(dataset.sum ?? '0'), 0n)
  const size = sum < 0n ? -sum : sum
  const language = document.documentElement.lang === 'es' ? 'es-CO' : 'en-US'
  const digits = new Intl.NumberFormat(language).format(size / 100n)
  const point = language === 'es-CO' ? ',' : '.'
  const centavos = size % 100n === 0n ? '' : `${point}${String(size % 100n).padStart(2, '0')}`
  output.textContent = String(chosen.length)
  cell.textContent = `${sum < 0n ? '-' : ''}${digits}${centavos}`
}

let at = -1

const step = (by) => {
  const all = boxes()
  if (all.length === 0) return
  at = Math.min(Math.max(at + by, 0), all.length - 1)
  all[at].focus()
  all[at].scrollIntoView({ block: 'nearest' })
}

const choose = () => {
  const box = boxes()[at]
  if (box === undefined) return
  box.checked = !box.checked
  sumOfChosen()
}

const KEYS = {
  '/': () => document.querySelector('nav.desk input[name="text"]')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  x: choose,
  a: () => document.querySelector('button[data-key="a"]')?.click(),
  c: () => document.querySelector('button[data-key="c"]')?.click(),
}

const isTyping = ({ target }) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea')

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return
  const act = KEYS[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
})

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'case') {
    at = boxes().indexOf(target)
    sumOfChosen()
  }
})

// A file that is dropped anywhere on a page with a field for one goes into the field.
document.addEventListener('dragover', (event) => {
  if (document.querySelector('input[type="file"]') !== null) event.preventDefault()
})

document.addEventListener('drop', (event) => {
  const field = document.querySelector('input[type="file"]')
  if (field === null || event.dataTransfer === null || event.dataTransfer.files.length === 0) return
  event.preventDefault()
  field.files = event.dataTransfer.files
})
