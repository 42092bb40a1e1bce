import { type Command, DEBUG } from '../../framework/command.ts'
import { bashScript, zshScript } from '../../framework/completion-script.ts'

const completionFor = (
  shell: 'bash' | 'zsh',
  script: (commands: readonly Command[]) => string,
  commands: () => readonly Command[],
): Command => ({
  name: `completion ${shell}`,
  group: 'set-up',
  exits: [],
  describe: `Print what makes ${shell} complete commands and flags at the Tab key`,
  manual: [
    [
      '',
      `Prints a script with which ${shell} completes commands and flags at the Tab key: \`source <(cuadre completion ${shell})\` in \`~/.${shell}rc\`.`,
    ],
  ],
  examples: [
    [`source <(cuadre completion ${shell})`, 'for this terminal'],
    [`echo 'source <(cuadre completion ${shell})' >> ~/.${shell}rc`, 'for every one to come'],
  ],
  flags: DEBUG,
  execute: async (_given, io) => {
    await io.stdout(script(commands()))
    return 0
  },
})

/** One command for each shell. The commands they complete include themselves, so these are asked for late. */
export const completionOf = (commands: () => readonly Command[]): readonly Command[] => [
  completionFor('bash', bashScript, commands),
  completionFor('zsh', zshScript, commands),
]
