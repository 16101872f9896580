import type { Command } from './command.ts'
import type { Flag, Flags } from './parse.ts'

/** Every command has it. */
export const helpFlag = { help: { text: 'print this text' } } as const satisfies Flags

const width = 110

/** Breaks a text into lines that fit beside a column of this width. */
function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= width - indent) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

/** Two columns, the second aligned. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([first]) => first.length)) + 4
  return rows
    .map(([first, text]) => `  ${first.padEnd(indent - 2)}${wrap(text, indent)}`)
    .join('\n')
}

const flagRow = ([name, { value, variable, text }]: [string, Flag]): [string, string] => [
  value === undefined ? `--${name}` : `--${name} ${value}`,
  variable === undefined ? text : `${text} [${variable}]`,
]

/** A program with commands: how it is called, and what it is. */
export interface Program {
  readonly name: string
  readonly text: string
  readonly commands: Readonly<Record<string, Command>>
}

/** The help of the program: its commands. */
export const overview = ({ name: program, text, commands }: Program): string =>
  `${text}

Usage: ${program} COMMAND [FLAGS]

${columns(Object.entries(commands).map(([name, { summary }]) => [name, summary]))}

${program} help COMMAND prints the flags of a command, ${program} --version the version.`

/** The help of one command: its flags, with their variables. */
export function helpOf(
  program: string,
  name: string,
  { summary, flags, operand, notes }: Command,
): string {
  const usage =
    operand === undefined ? '' : operand.isNeeded ? ` ${operand.name}` : ` [${operand.name}]`
  const operandRows: [string, string][] =
    operand === undefined ? [] : [[operand.name, operand.text]]
  const rows = [...operandRows, ...Object.entries({ ...flags, ...helpFlag }).map(flagRow)]
  const parts = [
    `${program} ${name}: ${summary}.`,
    `Usage: ${program} ${name}${usage} [FLAGS]`,
    columns(rows),
  ]
  return [...parts, ...(notes === undefined ? [] : [wrap(notes, 0)])].join('\n\n')
}
