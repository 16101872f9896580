import packageFile from '../../../package.json' with { type: 'json' }
import { print, say } from '#host/log/terminal.ts'
import { helpFlag, helpOf, overview, type Program } from './help.ts'
import { parseFlags, unknownName } from './parse.ts'

/** A name of one word or two, such as `store add`, and what follows it. */
function splitName({ commands }: Program, [first = '', ...rest]: readonly string[]) {
  const [second = '', ...others] = rest
  const both = `${first} ${second}`
  if (Object.hasOwn(commands, both)) return { name: both, args: others }
  return { name: first, args: rest }
}

/** Says what is wrong with the arguments, and where to read more. */
function refuse(program: Program, sentence: string, name = ''): number {
  const more = name === '' ? `${program.name} help` : `${program.name} ${name} --help`
  say(`${sentence} See ${more}\n`)
  return 2
}

function refuseName(program: Program, name: string): number {
  if (name.startsWith('-'))
    return refuse(program, unknownName('flag', name, ['--help', '--version']))
  return refuse(program, unknownName('command', name, [...Object.keys(program.commands), 'help']))
}

function printHelp(program: Program, words: readonly string[]): number {
  const { name } = splitName(program, words)
  const found = program.commands[name]
  if (name !== '' && found === undefined) return refuseName(program, name)
  print(`${found === undefined ? overview(program) : helpOf(program.name, name, found)}\n`)
  return 0
}

/**
 * Finds the command in the arguments and runs it. Resolves to the exit code, or to nothing if the
 * command still runs.
 */
export async function runProgram(
  program: Program,
  given: readonly string[],
): Promise<number | undefined> {
  const [first = ''] = given
  if (['help', '--help', '-h'].includes(first)) return printHelp(program, given.slice(1))
  if (first === '--version') {
    print(`${packageFile.version}\n`)
    return 0
  }
  if (first === '') {
    say(`${overview(program)}\n`)
    return 2
  }
  const { name, args } = splitName(program, given)
  const found = Object.hasOwn(program.commands, name) ? program.commands[name] : undefined
  if (found === undefined) return refuseName(program, name)
  const { flags, operand } = found
  const parsed = parseFlags({ ...flags, ...helpFlag }, args, operand === undefined ? 0 : 1)
  if (!parsed.ok) return refuse(program, parsed.error.detail ?? parsed.error.code, name)
  const { values, operands } = parsed.value
  if (values.help === true) return printHelp(program, name.split(' '))
  if (operand?.isNeeded === true && operands.length === 0)
    return refuse(program, `${operand.name} is missing: ${operand.text}.`, name)
  return found.run({ values, operand: operands[0] ?? null, args })
}
