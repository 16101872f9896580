import { CommanderError, Command as Parser } from 'commander'
import packageFile from '../../../package.json' with { type: 'json' }
import { print, say } from '#host/log/terminal.ts'
import type { Program } from './command.ts'
import { capitalised, sentenceOf, withSyntax } from './parse.ts'

/** The parser of a program, still without its commands. */
const rootOf = ({ name, text }: Program): Parser =>
  new Parser(name)
    .description(text)
    .usage('COMMAND [FLAGS]')
    .optionsGroup('Flags:')
    .version(packageFile.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this text')
    .helpCommand('help [COMMAND]', 'print the flags of a command')
    .enablePositionalOptions()
    .showHelpAfterError(`See ${name} help`)
    .exitOverride()
    .configureHelp({
      subcommandTerm: (each) => each.name(),
      styleUsage: (usage) => usage.replace('[options]', '[FLAGS]'),
    })
    .configureOutput({
      writeOut: print,
      writeErr: say,
      outputError: (mistake, write) => {
        write(`${sentenceOf(mistake)} `)
      },
    })

/**
 * The arguments as the parser takes them: a name of two words, such as `store add`, as one, and
 * `help NAME` as `NAME --help`.
 */
function argumentsOf(program: Program, words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words
  if (['help', '--help', '-h'].includes(first))
    return second === '' ? ['--help'] : argumentsOf(program, [second, ...rest, '--help'])
  const both = `${first} ${second}`
  if (Object.hasOwn(program.commands, both)) return [both, ...rest]
  // Of a wrong name it would print the help of the program, if that follows.
  return Object.hasOwn(program.commands, first) ? words : words.slice(0, 1)
}

/**
 * Finds the command in the arguments and runs it. Resolves to the exit code, or to nothing if the
 * command still runs.
 */
export async function runProgram(
  program: Program,
  words: readonly string[],
): Promise<number | undefined> {
  const root = rootOf(program)
  const args = argumentsOf(program, words)
  let code: number | undefined
  for (const [name, command] of Object.entries(program.commands)) {
    const { summary, notes = '', run } = command
    const parser = withSyntax(new Parser(name).copyInheritedSettings(root), command, args)
      .summary(summary)
      .description(`${capitalised(summary)}.\n\n${notes.replaceAll('\n', ' ')}`.trim())
      .showHelpAfterError(`See ${program.name} ${name} --help`)
      .action(async () => {
        const [operand = null] = parser.args
        code = await run({ values: parser.opts(), operand, args: args.slice(1) })
      })
    root.addCommand(parser)
  }
  try {
    await root.parseAsync(args, { from: 'user' })
    return code
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2
    throw cause
  }
}
