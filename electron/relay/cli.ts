/** The program `kitchen-pass-relay`, for chains (docs/it/chains.md). */
import { runProgram } from '#web/command/run-program.ts'
import { ignoreStreamErrors, say } from '#web/log.ts'
import { commands } from './table.ts'

ignoreStreamErrors()
const given = process.argv.slice(2)
const args = given[0] === '--fleet' ? ['fleet', ...given.slice(1)] : given
const [first = '--'] = args
// What a service runs most is the default.
const isServe = first.startsWith('--') && !['--help', '--version'].includes(first)
const program = {
  name: 'kitchen-pass-relay',
  text: 'The relay of Kitchen Pass: it stores a chain’s events until each store fetches its own.',
  commands,
}

/** Says what the disk refused; anything else is a bug. */
function reportDisk(cause: unknown): number {
  const { path, code } = cause as NodeJS.ErrnoException
  if (path === undefined || code === undefined) throw cause
  say(`${path} can’t be written: ${code}.\n`)
  return 1
}
const code = await runProgram(program, isServe ? ['serve', ...args] : args).catch(reportDisk)
if (code !== undefined) process.exitCode = code
