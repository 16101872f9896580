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

/**
 * Refuses a value that looks like a flag, unless it was given with `=`: a forgotten value would
 * swallow the next flag.
 */
function checkValue(name: string, value: string, args: readonly string[]): string {
  if (/^-./.test(value) && !args.includes(`--${name}=${value}`))
    throw new InvalidArgumentError('Its value is missing.')
  return value
}

function optionOf(
  [name, { value, repeats, variable, text }]: [string, Flag],
  args: readonly string[],
): Option {
  const option = new FlagOption(
    value === undefined ? `--${name}` : `--${name} <${value}>`,
    variable === undefined ? text : `${text} [${variable}]`,
  )
  if (value === undefined) return option
  if (repeats === undefined) return option.argParser((typed) => checkValue(name, typed, args))
  return option.argParser<string[] | undefined>((typed, before = []) => [
    ...before,
    checkValue(name, typed, args),
  ])
}

/** Tells a parser of `args` which flags and which operand there are. Returns it. */
export function withSyntax(
  parser: Parser,
  { flags, operand }: Syntax,
  args: readonly string[],
): Parser {
  parser.optionsGroup('Flags:')
  for (const flag of Object.entries(flags)) parser.addOption(optionOf(flag, args))
  if (operand === undefined) return parser
  const { name: word, isNeeded, text, takesRest = false } = operand
  return parser
    .argument(isNeeded ? `<${word}>` : `[${word}]`, text)
    .passThroughOptions(takesRest)
    .allowExcessArguments(takesRest)
}

/** A sentence with a capital letter at its start. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What commander says of a mistake, in our words and in one line. */
export function sentenceOf(text: string): string {
  const [mistake = '', hint = ''] = text.trim().replace('error: ', '').split('\n')
  const sentence = mistake
    .replaceAll("'", '')
    .replace(/\boption\b/, 'flag')
    .replace(/\.?$/, '.')
  const start = capitalised(sentence)
  return hint === '' ? start : `${start} ${hint.slice(1, -1)}`
}

/** Parses the arguments of a command. Fails with a sentence for the terminal. */
export function parseFlags<F extends Flags>(
  syntax: Syntax<F>,
  args: readonly string[],
): Result<FlagValues<F>> {
  const parser = withSyntax(new Parser(), syntax, args)
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
