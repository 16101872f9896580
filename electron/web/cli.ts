/** The program `kitchen-pass`: finds the command and runs it (command/table.ts). */
import packageFile from '../../package.json' with { type: 'json' }
import type { Command } from './command/command.ts'
import { helpFlag, helpOf, overview } from './command/help.ts'
import { parseFlags, unknownName } from './command/parse.ts'
import { commands } from './command/table.ts'
import { ignoreStreamErrors, print, say } from './log.ts'

const names = [...Object.keys(commands), 'help']

const commandNamed = (name: string): Command | null =>
  Object.hasOwn(commands, name) ? (commands[name] ?? null) : null

/** Says what is wrong with the arguments, and where to read more. */
function refuse(sentence: string, name = ''): number {
  const more = name === '' ? 'kitchen-pass help' : `kitchen-pass ${name} --help`
  say(`${sentence} See ${more}\n`)
  return 2
}

function printHelp(name: string | undefined): number {
  const found = name === undefined ? null : commandNamed(name)
  if (name !== undefined && found === null) return refuse(unknownName('command', name, names))
  print(`${found === null ? overview(commands) : helpOf(name ?? '', found)}\n`)
  return 0
}

/** Resolves to the exit code, or to nothing while the command goes on. */
async function run([name = '', ...args]: readonly string[]): Promise<number | undefined> {
  if (name === '') {
    say(`${overview(commands)}\n`)
    return 2
  }
  if (['help', '--help', '-h'].includes(name)) return printHelp(args[0])
  if (name === '--version') {
    print(`${packageFile.version}\n`)
    return 0
  }
  const found = commandNamed(name)
  if (found === null) {
    const what = name.startsWith('-') ? 'flag' : 'command'
    return refuse(unknownName(what, name, what === 'flag' ? ['--help', '--version'] : names))
  }
  const { flags, operand } = found
  const parsed = parseFlags({ ...flags, ...helpFlag }, args, operand === undefined ? 0 : 1)
  if (!parsed.ok) return refuse(parsed.error.detail ?? parsed.error.code, name)
  const { values, operands } = parsed.value
  if (values.help === true) return printHelp(name)
  if (operand?.isNeeded === true && operands.length === 0)
    return refuse(`${operand.name} is missing: ${operand.text}.`, name)
  return found.run({ values, operand: operands[0] ?? null, args })
}

ignoreStreamErrors()
const code = await run(process.argv.slice(2))
if (code !== undefined) process.exitCode = code
