import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util'
import { fail, ok, type Result } from '#contract/shared/result.ts'

/** One flag of a command. Parsing, help and completion are made from it. */
export interface Flag {
  /** What follows it, as the help shows it. A flag without one is a switch. */
  readonly value?:
    | 'FILE'
    | 'FOLDER'
    | 'FOLDER|FILE'
    | 'CODE'
    | 'CODE|FILE'
    | 'ADDRESS'
    | 'ROLE'
    | 'URL'
    | 'ID'
    | 'PORT'
    | 'NAME'
    | 'N'
  /** May be given several times. */
  readonly repeats?: true
  /** The variable that says the same; shown in the help. */
  readonly variable?: string
  readonly text: string
}

export type Flags = Readonly<Record<string, Flag>>

export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { repeats: true }
    ? string[]
    : F[Name] extends { value: string }
      ? string
      : true
}

/** A name that differs in more letters than this is not what the person meant. */
const maxDifferences = 3

/** How many letters have to be added, removed, replaced or swapped. */
function differences(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line.push(
        Math.min(
          (line[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    rows.push(line)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** The name that was probably meant; null if none is near. */
function nearest(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((each) => ({ each, by: differences(name, each) }))
    .filter(({ each, by }) => by <= Math.min(maxDifferences, each.length / 2))
    .toSorted((one, other) => one.by - other.by)
  // The end of a long name is often left out.
  return best?.each ?? names.find((each) => name.length > 1 && each.startsWith(name)) ?? null
}

const didYouMean = (name: string, names: readonly string[], before = ''): string => {
  const meant = nearest(name, names)
  return meant === null ? '' : ` Did you mean ${before}${meant}?`
}

export const unknownName = (what: string, name: string, names: readonly string[]): string =>
  `Unknown ${what} ${name}.${didYouMean(name, names)}`

interface Loose extends ParseArgsConfig {
  strict: false
  tokens: true
  allowPositionals: true
  options: ParseArgsOptionsConfig
}
type Token = ReturnType<typeof parseArgs<Loose>>['tokens'][number]

/** What is wrong with an argument; null if nothing is. */
function faultOf(token: Token, flags: Flags): string | null {
  if (token.kind !== 'option') return null
  const { name, rawName, value, inlineValue } = token
  const flag = Object.hasOwn(flags, name) && rawName === `--${name}` ? flags[name] : undefined
  if (flag === undefined)
    return `Unknown flag ${rawName}.${didYouMean(name, Object.keys(flags), '--')}`
  if (flag.value === undefined) return inlineValue === true ? `${rawName} takes no value.` : null
  // Otherwise a forgotten value would swallow the next flag.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value))
  return isMissing ? `${rawName} needs a value: ${rawName} ${flag.value}.` : null
}

/**
 * Parses the arguments of a command: its flags, and up to `maxOperands` others. Fails with a
 * sentence for the terminal.
 */
export function parseFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  maxOperands = 0,
): Result<{ values: FlagValues<F>; operands: string[] }> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries<Flag>(flags).map(([name, { value, repeats }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple: repeats === true },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const fault = tokens.map((token) => faultOf(token, flags)).find((each) => each !== null)
  if (fault !== undefined) return fail('bad-input', fault)
  const tooMany = positionals[maxOperands]
  if (tooMany !== undefined) return fail('bad-input', `Unexpected argument ${tooMany}.`)
  return ok({ values: values as FlagValues<F>, operands: positionals })
}
