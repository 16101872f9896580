import { median, type Figure, type Line, type Part } from './figure.ts'

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

/**
 * How far the rounds of a floor are apart, relative to their median: by this much a ratio can be
 * wrong.
 */
function spread(floor: readonly number[]): string {
  if (floor.length < 2) return ''
  const percent = ((Math.max(...floor) - Math.min(...floor)) / median(floor)) * 100
  return `${percent.toFixed(0)} % in ${String(floor.length)}`
}

function cells({ line, floor, ours, ratio, isMet, note }: Figure): string[] {
  return [
    line.name,
    floor.length === 0 ? '' : `${digits(median(floor))} ${line.unit}`,
    spread(floor),
    `${digits(median(ours))} ${line.unit}`,
    ratio?.toFixed(2) ?? '',
    line.aim?.text ?? '',
    isMet === null ? '' : isMet ? 'met' : 'NOT MET',
    note ?? '',
  ]
}

export function table(figures: readonly Figure[]): string {
  const head = ['figure', 'floor', 'it varied', 'ours', 'ratio', 'aim', '', '']
  const all = [head, ...figures.map(cells)]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

const lineHelp = ({ name, unit, aim }: Line): string =>
  `  ${`${name.trim()} (${unit})`.padEnd(66)}  ${aim === null ? 'no aim' : `aim ${aim.text}`}`

/** Rows with the same measurement and floor are described together. */
function partHelp([name, { lines, rounds }]: [string, Part]): string {
  const groups = Map.groupBy(lines, ({ measures, floor }) => `${measures} ${floor ?? ''}`)
  const reported = [...groups.values()].flatMap((alike) => {
    const [{ measures, floor } = { measures: '', floor: null }] = alike
    return [
      ...alike.map(lineHelp),
      `      measures  ${measures}`,
      `      floor     ${floor ?? 'none'}`,
    ]
  })
  return [`${name}  (${rounds === null ? 'once' : `${String(rounds)} rounds`})`, ...reported].join(
    '\n',
  )
}

/** The help text for a terminal, made from the same rows as the results. */
export const help = (
  parts: Record<string, Part>,
): string => `Kitchen Pass bench: how fast the built web shell is, compared with a floor that is measured in the same run.

  npm run bench -- [--only PART]... [--rounds N] [--out FILE]

  --only PART    measure this part; may be given more than once; all by default
  --rounds N     rounds of each part that has rounds; floor and ours take turns
  --out FILE     where the results go as JSON; default: test/results/bench.json
  --help         this page

An aim with x limits the ratio of ours to the floor: the median of the rounds' ratios.

${Object.entries(parts).map(partHelp).join('\n\n')}`
