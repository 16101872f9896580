/** The flags of a command, parsed by commander. */
import { CommanderError, InvalidArgumentError, Option, Command as Parser } from 'commander'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Flag, Flags, FlagValues, Syntax } from './command.ts'

/** Keeps its value under the name that the flag has in the table. */
class FlagOption extends Option {
  override attributeName(): string {
    return this.name()
  }
}

/** Otherwise a forgotten value would swallow the next flag. */
function refuseFlag(value: string): string {
  if (/^-./.test(value)) throw new InvalidArgumentError('Its value is missing.')
  return value
}

function optionOf([name, { value, repeats, variable, text }]: [string, Flag]): Option {
  const option = new FlagOption(
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    variable === undefined ? text : `${text} [${variable}]`,
  )
  if (value === undefined) return option
  if (repeats === undefined) return option.argParser(refuseFlag)
  return option.argParser<string[] | undefined>((given, before = []) => [
    ...before,
    refuseFlag(given),
  ])
}

/** Tells a parser which flags and which operand there are. Returns it. */
export function withSyntax(parser: Parser, { flags, operand }: Syntax): Parser {
  parser.optionsGroup('Flags:')
  for (const flag of Object.entries(flags)) parser.addOption(optionOf(flag))
  if (operand === undefined) return parser
  const { name: word, isNeeded, text, takesRest = false } = operand
  return parser
    .argument(isNeeded ? `<${word}>` : `[${word}]`, text)
    .passThroughOptions(takesRest)
    .allowExcessArguments(takesRest)
}

/** What commander says of a mistake, in our words and in one line. */
export function sentenceOf(text: string): string {
  const [mistake = '', hint = ''] = text.trim().replace('error: ', '').split('\n')
  const sentence = mistake
    .replaceAll("'", '')
    .replace(/\boption\b/, 'flag')
    .replace(/\.?$/, '.')
  const start = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return hint === '' ? start : `${start} ${hint.slice(1, -1)}`
}

/** Parses the arguments of a command. Fails with a sentence for the terminal. */
export function parseFlags<F extends Flags>(
  syntax: Syntax<F>,
  args: readonly string[],
): Result<FlagValues<F>> {
  const parser = withSyntax(new Parser(), syntax)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
  try {
    return ok(parser.parse(args, { from: 'user' }).opts<FlagValues<F>>())
  } catch (cause) {
    if (cause instanceof CommanderError) return fail('bad-input', sentenceOf(cause.message))
    throw cause
  }
}
