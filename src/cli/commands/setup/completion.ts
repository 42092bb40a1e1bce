import type { Language } from '../../../i18n/language.ts'
import { type Command, DEBUG } from '../../framework/command.ts'
import { bashScript, zshScript } from '../../framework/completion-script.ts'

const completionFor = (
  shell: 'bash' | 'zsh',
  script: (commands: readonly Command[], language: Language) => string,
  commands: () => readonly Command[],
): Command => ({
  name: `completion ${shell}`,
  group: 'set-up',
  exits: [],
  describe: {
    en: `Print what makes ${shell} complete commands and flags at the Tab key`,
    es: `Imprime lo que hace que ${shell} complete comandos y opciones con la tecla Tab`,
  },
  manual: [
    [
      '',
      `Prints a script with which ${shell} completes commands and flags at the Tab key: \`source <(cuadre completion ${shell})\` in \`~/.${shell}rc\`.`,
    ],
  ],
  examples: [
    [`source <(cuadre completion ${shell})`, { en: 'for this terminal', es: 'para esta terminal' }],
    [
      `echo 'source <(cuadre completion ${shell})' >> ~/.${shell}rc`,
      { en: 'for every new terminal', es: 'para toda terminal nueva' },
    ],
  ],
  flags: DEBUG,
  execute: async (_given, io) => {
    await io.stdout(script(commands(), io.language))
    return 0
  },
})

/** One command for each shell. The commands they complete include themselves, so the list is requested late. */
export const completionOf = (commands: () => readonly Command[]): readonly Command[] => [
  completionFor('bash', bashScript, commands),
  completionFor('zsh', zshScript, commands),
]
