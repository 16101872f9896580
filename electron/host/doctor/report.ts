import type { Examination, NameFinding, Proof } from '#contract/doctor/doctor.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import type { MenuGaps } from '#contract/stock/stock.ts'
import type { Connection } from '#platform/connection.ts'
import { plainText } from './finding.ts'
import { Mask, hideSecrets, masked } from './mask.ts'
import { terminalText } from '../log/terminal-text.ts'

/** The name of a proof in the report. */
const proofText: Record<Proof, string> = {
  proven: 'proven',
  contradicted: 'contradicted',
  unclear: 'the data could not tell',
  'only-by-writing': 'only a write would show it',
  'only-by-event': 'no such event yet',
  'not-reached': 'its operation was not reached',
}

/** Where the default of a name comes from, in the report. */
const certaintyText: Record<NameFinding['sure'], string> = {
  documented: 'documented elsewhere',
  field: 'seen in live traffic',
  inferred: 'worked out from its neighbours',
  guess: 'a guess',
}

/** How many names have each proof. */
export const countText = (names: readonly NameFinding[]): string =>
  (Object.keys(proofText) as Proof[])
    .map((proof) => [names.filter((name) => name.proof === proof).length, proof] as const)
    .filter(([count]) => count > 0)
    .map(([count, proof]) => `${count} ${proofText[proof]}`)
    .join(', ')

/** Columns as wide as their widest cell. */
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

/** Letters, each word with at most a version number: any other path segment may be a secret. */
const plainSegment = /^[A-Z]?[a-z]{0,15}\d{0,3}(?:[._-][A-Z]?[a-z]{0,15}\d{0,3})*$/
const maxSegment = 32

/**
 * An address without user and query: scheme, host, port and path. A wrong path is the most common
 * question; a segment that looks like a key is masked.
 */
function placeOf(url: string | null, hide: (text: string) => string): string {
  if (url === null) return 'not given'
  try {
    const { origin, pathname } = new URL(url)
    const segments = hide(pathname)
      .split('/')
      .map((each) => (plainSegment.test(each) && each.length <= maxSegment ? each : masked))
    return origin + (pathname === '/' ? '' : segments.join('/'))
  } catch {
    return 'no address'
  }
}

/** How much of the menus has no place. */
export const gapText = ({ withoutCategory, withoutModifier, leftOut }: MenuGaps): string =>
  `The store’s menus: products without a category: ${String(withoutCategory)}; options without a modifier: ${String(withoutModifier)}; left out: ${String(leftOut)}.`

const storeTexts = {
  'not-seen': 'This token doesn’t give access to the store that is set.',
  unknown:
    'Unknown whether this token gives access to the store that is set: the platform doesn’t list the external ids of its stores.',
}

export function storeText({ state, stores, names }: StoreSeen): string[] {
  if (state === 'seen' || stores === null) return []
  const all = `${String(stores)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`
  return [`${storeTexts[state]} Stores that it gives access to: ${all}.`]
}

/** The row of a name. `hide` masks values that the store has set. */
const nameRow = (
  { name, value, default: byDefault, proof, seen, sure, assumes }: NameFinding,
  hide: (text: string) => string,
): string[] => [
  name,
  hide(value === byDefault ? value : `${value} (default ${byDefault})`),
  proofText[proof] + (seen.length === 0 ? '' : `; met there: ${seen.join(', ')}`),
  certaintyText[sure],
  assumes,
]

/**
 * An examination as plain text for support: no token, no id, no personal data; addresses only with
 * host and path.
 */
export function report(
  examination: Examination,
  { connection, appVersion }: { connection: Connection; appVersion: string },
): string {
  const { operations, names, startedAt, endedAt, unknownNames, wrongValues, menu } = examination
  const { v3Url, v1Url, tabsUrl, token, channelToken } = connection
  const mask = new Mask([token, channelToken])
  /** In values that the store has set. */
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
      ['version 3', placeOf(v3Url, hide)],
      ['version 1', placeOf(v1Url, hide)],
      ['tabs', placeOf(tabsUrl, hide)],
    ]),
    ...storeText(examination.store).flatMap((message) => ['', mask.hide(message)]),
    '',
    `Operations: ${reached} of ${operations.length - untried} tried were reached, ${untried} were not tried.`,
    ...aligned(
      operations.map((each) => {
        const message = each.message === null ? null : mask.hide(each.message)
        return [each.method, hide(each.path), plainText({ ...each, message: message })]
      }),
    ),
    ...(menu === null ? [] : ['', gapText(menu)]),
    '',
    `Names that had to be assumed: ${countText(names)}.`,
    ...aligned(names.map((each) => nameRow(each, hide))),
  ]
  if (unknownNames.length > 0)
    lines.push('', `Overrides with an unknown name: ${unknownNames.map(hide).join(', ')}`)
  if (wrongValues.length > 0) {
    const sentences = wrongValues.map(
      ({ name, default: byDefault }) => `${name} (here ${byDefault})`,
    )
    lines.push('', `Overrides with a value that isn’t allowed: ${sentences.join(', ')}`)
  }
  return terminalText(`${lines.join('\n')}\n`)
}
