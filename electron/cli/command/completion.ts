/** `kitchen-pass completion`: scripts of shells, which ask this program at each Tab. */
import { bash, fish, pwsh, zsh } from '@optique/core/completion'
import { text } from '@optique/core/message'
import type { Suggestion } from '@optique/core/parser'
import { printLines, say } from '#host/log/terminal.ts'
import type { Command, Flag, Program } from './command.ts'
import { unknownName } from './unknown-name.ts'

const shells = new Map(Object.entries({ bash, zsh, fish, powershell: pwsh }))

const word = (name: string, description: string): Suggestion => ({
  kind: 'literal',
  text: name,
  description: [text(description)],
})

/** What a flag may have as its value, as far as a shell knows it. */
function valuesOf({ value }: Flag, typed: string): Suggestion[] {
  const type = value === 'FOLDER' ? 'directory' : 'any'
  return /FILE|FOLDER/.test(value ?? '') ? [{ kind: 'file', type, pattern: typed }] : []
}

function wordsOf({ flags, operand }: Command): Suggestion[] {
  const choices = operand?.choices ?? []
  return [
    ...choices.map((each): Suggestion => ({ kind: 'literal', text: each })),
    ...Object.entries(flags).map(([name, flag]) => word(`--${name}`, flag.text)),
    word('--help', 'print its flags'),
  ]
}

/** What the last of these words may become. */
function suggestionsFor({ commands }: Program, words: readonly string[]): Suggestion[] {
  const typed = words.at(-1) ?? ''
  const [name, ...others] = words.slice(0, -1)
  const named = commands[name ?? '']
  const flag = named?.flags[others.at(-1)?.replace(/^--/, '') ?? '']
  if (flag?.value !== undefined) return valuesOf(flag, typed)
  const names = Object.entries(commands).map(([each, { summary }]) => word(each, summary))
  const first = [
    ...names,
    word('help', 'print the flags of a command'),
    word('--help', 'list the commands'),
    word('--version', 'print the version'),
  ]
  const all = name === undefined ? first : name === 'help' ? names : named ? wordsOf(named) : []
  return all.filter((each) => each.kind === 'literal' && each.text.startsWith(typed))
}

/**
 * Prints the script of a shell, or what it offers if the words of a line follow. Returns the exit
 * code.
 */
export function printCompletion(
  program: Program,
  [name = '', ...words]: readonly string[],
): number {
  const shell = shells.get(name)
  if (shell === undefined) {
    const names = [...shells.keys()]
    say(`${unknownName('shell', name, names)} Kitchen Pass knows ${names.join(', ')}.\n`)
    return 2
  }
  // Each part is a line of its own: the script of zsh reads one suggestion per line.
  printLines(
    words.length === 0
      ? [shell.generateScript(program.name, ['completion', name])]
      : shell.encodeSuggestions(suggestionsFor(program, words)),
  )
  return 0
}
