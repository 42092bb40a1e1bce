import { GROUPS, type Topic } from '../../questions/question.ts'
import type { Both } from '../../std/both.ts'
import type { Language } from '../../words/language.ts'
import { type Command, DEBUG, type Flag, typedAs } from '../framework/command.ts'

/** A word that may come next, and its description. */
type Word = readonly [string, string]

/** A position in a command line, and the words allowed there. */
interface Place {
  /** The first three words after `cuadre`, as a pattern of a shell's `case`. */
  readonly pattern: string
  readonly words: readonly Word[]
  /** Whether an operand is allowed here: then flags are offered after a dash only, and files otherwise. */
  readonly hasOperand: boolean
}

const HELP: Both<Word> = { en: ['--help', 'Show help'], es: ['--help', 'Muestra esta ayuda'] }
const TOPIC: Both<Word> = { en: ['help', 'Show a topic of the help'], es: ['help', 'Muestra un tema de la ayuda'] }
const topicsIn = (language: Language): readonly Word[] =>
  Object.entries<Topic>(GROUPS).map(([topic, { title }]) => [topic, title[language]])
const VERSION: Both<Word> = { en: ['--version', 'Show version number'], es: ['--version', 'Muestra la versión'] }

/** The places of a command line: the start, after the first words of a longer command, and after a whole command. */
const placesOf = (all: readonly Command[], language: Language): readonly Place[] => {
  const commands = all
    .map((command) => ({ ...command, name: typedAs(command) }))
    .filter(({ name }) => !name.includes('--'))
  const whole = (name: string): Command | undefined => commands.find((command) => command.name === name)
  /** The words behind a beginning, each once; one that begins several commands is described by what comes next. */
  const nextOf = (beginning: string): readonly Word[] => {
    const rests = commands.flatMap(({ name }) => (name.startsWith(beginning) ? name.slice(beginning.length) : []))
    return [...new Set(rests.map(firstOf))].map((word) => {
      const name = `${beginning}${word}`
      const next = (): string =>
        nextOf(`${name} `)
          .map(([following]) => following)
          .join(', ')
      return [word, whole(name)?.describe[language] ?? next()]
    })
  }
  const beginnings = commands.flatMap(({ name }) => {
    const words = name.split(' ')
    return words.slice(1).map((_, at) => words.slice(0, at + 1).join(' '))
  })
  const groups = [...new Set(beginnings)].filter((beginning) => whole(beginning) === undefined)
  return [
    {
      pattern: "'  '",
      words: [...nextOf(''), TOPIC[language], HELP[language], VERSION[language]],
      hasOperand: false,
    },
    { pattern: "'help  '", words: topicsIn(language), hasOperand: false },
    ...groups.map((group) => ({
      pattern: `'${group}${' '.repeat(3 - group.split(' ').length)}'`,
      words: nextOf(`${group} `),
      hasOperand: false,
    })),
    ...longestFirst(commands).map((command) => ({
      pattern: command.name.split(' ').length === 3 ? `'${command.name}'` : `'${command.name} '*`,
      words: [
        ...nextOf(`${command.name} `),
        ...Object.entries(command.flags).map(([name, { describe }]): Word => [`--${name}`, describe[language]]),
        HELP[language],
      ],
      hasOperand: command.operand !== undefined,
    })),
  ]
}

/** The shell takes the first pattern that matches, so "fees fit" comes before "fees". */
const longestFirst = (commands: readonly Command[]): readonly Command[] =>
  commands.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)

const firstOf = (name: string): string => name.split(' ')[0] ?? name

/** Flags that take a value; after them no word of ours is offered. A flag takes a value in every command or in none. */
const valuedFlags = (commands: readonly Command[]): string => {
  const flags: readonly (readonly [string, Flag])[] = commands.flatMap((command) => Object.entries(command.flags))
  return [...new Set(flags.filter(([, { kind }]) => kind !== 'switch').map(([name]) => `--${name}`))].join('|')
}

/** The script that completes commands and flags in bash, and file names elsewhere. It starts no program, so it is fast. */
const bashScript = (
  commands: readonly Command[],
  language: Language,
): string => `# Completion of cuadre's commands and flags for bash.
# In ~/.bashrc: source <(cuadre completion bash)
_cuadre() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" first='' second='' third='' offered=''
  COMPREPLY=()
  if ((COMP_CWORD > 1)); then first="\${COMP_WORDS[1]}"; fi
  if ((COMP_CWORD > 2)); then second="\${COMP_WORDS[2]}"; fi
  if ((COMP_CWORD > 3)); then third="\${COMP_WORDS[3]}"; fi
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in ${valuedFlags(commands)}) return ;; esac
  case "$first $second $third" in
${placesOf(commands, language)
  .map(({ pattern, words, hasOperand }) => {
    const behindDash = hasOperand ? `; [[ $typed == -* ]] || offered=''` : ''
    return `    ${pattern}) offered='${words.map(([word]) => word).join(' ')}'${behindDash} ;;`
  })
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$typed"))
}
complete -o default -F _cuadre cuadre
`

/** The script for zsh, with descriptions. */
const zshScript = (commands: readonly Command[], language: Language): string => `#compdef cuadre
# Completion of cuadre's commands and flags for zsh.
# In ~/.zshrc, behind compinit: source <(cuadre completion zsh)
_cuadre() {
  local typed="\${words[CURRENT]}" first='' second='' third=''
  local -a offered
  if ((CURRENT > 2)); then first="\${words[2]}"; fi
  if ((CURRENT > 3)); then second="\${words[3]}"; fi
  if ((CURRENT > 4)); then third="\${words[4]}"; fi
  case "\${words[CURRENT-1]}" in (${valuedFlags(commands)}) _files; return ;; esac
  case "$first $second $third" in
${placesOf(commands, language)
  .map(({ pattern, words, hasOperand }) => {
    const behindDash = hasOperand ? `; [[ $typed == -* ]] || offered=()` : ''
    return `    (${pattern}) offered=(${words.map(zshWord).join(' ')})${behindDash} ;;`
  })
  .join('\n')}
  esac
  if ((\${#offered})); then _describe -o cuadre offered; else _files; fi
}
compdef _cuadre cuadre
`

/** `word:description` in quotes; a colon ends the word and a quote ends the text, so both are escaped. */
const zshWord = ([word, what]: Word): string => `'${`${word}:${what}`.replaceAll("'", "'\\''")}'`

/** One command for each shell. The commands they complete include themselves, so the list is requested late. */
export const completionFor = (shell: keyof typeof SCRIPTS, commands: () => Promise<readonly Command[]>): Command => ({
  name: `completion ${shell}`,
  group: 'set-up',
  exits: [],
  describe: {
    en: `Print what makes ${shell} complete commands and flags at the Tab key`,
    es: `Imprime lo que hace que ${shell} complete comandos y opciones con la tecla Tab`,
  },
  manual: `\`source <(cuadre completion ${shell})\` in \`~/.${shell}rc\`.`,
  examples: [
    [`source <(cuadre completion ${shell})`, { en: 'for this terminal', es: 'para esta terminal' }],
    [
      `echo 'source <(cuadre completion ${shell})' >> ~/.${shell}rc`,
      { en: 'for every new terminal', es: 'para toda terminal nueva' },
    ],
  ],
  flags: DEBUG,
  execute: async (_given, io) => {
    await io.stdout(SCRIPTS[shell](await commands(), io.language))
    return 0
  },
})

const SCRIPTS = { bash: bashScript, zsh: zshScript }
