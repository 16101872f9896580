import { runProgram } from '#cli/command/run-program.ts'
import { say } from '#host/log/terminal.ts'
import { commands } from './table.ts'

const program = {
  name: 'kitchen-pass-relay',
  text: 'The relay of Kitchen Pass: it stores a chain’s events until each store fetches its own.',
  commands,
}

/** The arguments with the name of a command. What a service runs most is the default. */
function withName(commandLine: readonly string[]): readonly string[] {
  const [first = '--', ...rest] = commandLine
  if (first === '--fleet') return ['fleet', ...rest]
  const isServe = first.startsWith('--') && !['--help', '--version'].includes(first)
  return isServe ? ['serve', ...commandLine] : commandLine
}

/** Says what the disk refused; anything else is a bug. */
function reportDisk(cause: unknown): number {
  const { path, code } = cause as NodeJS.ErrnoException
  if (path === undefined || code === undefined) throw cause
  say(`${path} can’t be written: ${code}.\n`)
  return 1
}

/** Runs the command in the arguments. Resolves as `runProgram` does. */
export const runRelay = (commandLine: readonly string[]): Promise<number | undefined> =>
  runProgram(program, withName(commandLine)).catch(reportDisk)
