import type { Examination, NameFinding, Proof } from '#contract/doctor.ts'
import type { Connection } from '#platform/connection.ts'
import { plainWords } from './finding.ts'
import { createMask, hideSecrets } from './mask.ts'

/** What a proof is called in the report. */
const proofWords: Record<Proof, string> = {
  proven: 'proven',
  contradicted: 'contradicted',
  unclear: 'the data could not tell',
  'only-by-writing': 'only a write would show it',
  'only-by-event': 'no such event yet',
  'not-reached': 'its operation was not reached',
}

/** Where the default of a name comes from, in the report. */
const sureWords: Record<NameFinding['sure'], string> = {
  documented: 'documented elsewhere',
  field: 'seen in live traffic',
  inferred: 'worked out from its neighbours',
  guess: 'a guess',
}

/** How many names have each proof, in words. */
export const countWords = (names: readonly NameFinding[]): string =>
  (Object.keys(proofWords) as Proof[])
    .map((proof) => [names.filter((name) => name.proof === proof).length, proof] as const)
    .filter(([count]) => count > 0)
    .map(([count, proof]) => `${count} ${proofWords[proof]}`)
    .join(', ')

/** Lines of columns, each as wide as its widest cell. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Scheme, host and port of an address: what else stands in one may be secret. */
function originOf(url: string | null): string {
  if (url === null) return 'not given'
  try {
    return new URL(url).origin
  } catch {
    return 'no address'
  }
}

/** A name, and its value where it is not the default. */
const valueWords = ({ value, default: byDefault }: NameFinding): string =>
  value === byDefault ? value : `${value} (default ${byDefault})`

/**
 * An examination as plain text for a shop to send: no token, no id, no person's data, of the addresses only where
 * they are.
 */
export function report(
  examination: Examination,
  { connection, appVersion }: { connection: Connection; appVersion: string },
): string {
  const { operations, names, startedAt, endedAt, unknownNames } = examination
  const { v3Url, v1Url, tabsUrl, token, channelToken } = connection
  const mask = createMask([token, channelToken])
  /** Of what the shop itself has set. */
  const hide = hideSecrets([token, channelToken])
  const reached = operations.filter(({ finding }) => finding === 'reached').length
  const untried = operations.filter(({ finding }) =>
    ['writes', 'nothing-to-ask'].includes(finding),
  ).length
  const lines = [
    `Kitchen Pass ${appVersion}: what the doctor found. Nothing was written to the platform.`,
    '',
    ...aligned([
      ['from', startedAt ?? ''],
      ['until', endedAt ?? ''],
      ['version 3', originOf(v3Url)],
      ['version 1', originOf(v1Url)],
      ['tabs', originOf(tabsUrl)],
    ]),
    '',
    `Operations: ${reached} of ${operations.length - untried} tried were reached, ${untried} were not tried.`,
    ...aligned(
      operations.map((each) => {
        const words = each.words === null ? null : mask(each.words)
        return [each.method, hide(each.path), plainWords({ ...each, words })]
      }),
    ),
    '',
    `Names that had to be assumed: ${countWords(names)}.`,
    ...aligned(
      names.map((each) => [
        each.name,
        hide(valueWords(each)),
        proofWords[each.proof],
        sureWords[each.sure],
        each.assumes,
      ]),
    ),
  ]
  if (unknownNames.length > 0)
    lines.push('', `Overrides that are no such name: ${unknownNames.map(hide).join(', ')}`)
  return `${lines.join('\n')}\n`
}
