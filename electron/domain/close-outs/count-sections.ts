import type { ReportRow, ReportSection } from '#contract/close-out-report.ts'
import type { BothWays, CloseOut, OverShort } from '#contract/shifts.ts'
import { sum } from '#domain/money/money.ts'
import type { Voice } from './voice.ts'

/** More or less than there should be, in words: a sign alone is overlooked. */
const inWords = (amount: number, { say, money }: Voice): string => {
  if (amount === 0) return say('exact')
  return say(amount > 0 ? 'over' : 'short', { amount: money(Math.abs(amount)) })
}

function differenceOf({ known, overShort }: OverShort, voice: Voice): string {
  if (known !== null) return inWords(known, voice)
  if (overShort === null) return '–'
  const { inside, outside } = overShort
  return inside === outside
    ? inWords(inside, voice)
    : `${inWords(inside, voice)} / ${inWords(outside, voice)}`
}

const isTwofold = ({ inside, outside }: BothWays): boolean => inside !== outside

function overShort(closeOut: CloseOut, voice: Voice): ReportSection {
  const { say, money } = voice
  const { count, tips } = closeOut
  const remarks = [
    tips === 'unknown' && closeOut.overShort.some(({ expected }) => isTwofold(expected))
      ? say('bothWays')
      : '',
    count.wasRevealed ? say('revealed') : '',
    count.attempts.length > 1 ? say('recounted', { n: count.attempts.length }) : '',
  ].filter((words) => words !== '')
  return {
    title: say('overShort'),
    columns: [say('method'), say('counted'), say('expected'), say('difference')],
    rows: closeOut.overShort.map((each) => ({
      cells: [
        each.name || each.methodId,
        each.counted === null ? '–' : money(each.counted),
        voice.bothWays(each.expected),
        differenceOf(each, voice),
      ],
      look: each.isAboveThreshold ? 'alarm' : 'plain',
      note: each.note === '' ? null : each.note,
    })),
    remark: remarks.length === 0 ? null : remarks.join(' '),
    onRoll: 'rows',
  }
}

type Register = CloseOut['count']['registers'][number]

const plainRow = (cells: string[]): ReportRow => ({ cells, look: 'plain', note: null })

function register({ id, name, pieces, loose, cash }: Register, voice: Voice): ReportSection {
  const { say, money, count } = voice
  return {
    title: say('cash', { register: name === '' ? id : name }),
    columns: [say('piece'), say('pieces'), say('sum')],
    rows: [
      ...pieces
        .filter((each) => each.pieces > 0)
        .map((each) =>
          plainRow([money(each.value), count(each.pieces), money(each.value * each.pieces)]),
        ),
      ...(loose === 0 ? [] : [plainRow([say('loose'), '', money(loose)])]),
      { cells: [say('all'), '', money(cash)], look: 'sum', note: null },
    ],
    remark: null,
    onRoll: 'pieces',
  }
}

function movements({ count }: CloseOut, voice: Voice): ReportSection {
  const { say, money } = voice
  const nameOf = (id: string | null): string =>
    id === null ? '' : (count.registers.find((one) => one.id === id)?.name ?? id)
  return {
    title: say('movements'),
    columns: [say('figure'), say('amount')],
    rows: [
      ...count.movements.map(({ kind, registerId, amount, reason }) => ({
        cells: [
          [say(kind), nameOf(registerId)].filter((part) => part !== '').join(' · '),
          money(amount),
        ],
        look: 'plain' as const,
        note: reason === '' ? null : reason,
      })),
      { cells: [say('float'), money(count.float)], look: 'sum', note: null },
    ],
    remark: null,
    onRoll: 'rows',
  }
}

/** All cash that was counted, where there are several registers. */
function allCash({ count }: CloseOut, { say, money }: Voice): ReportSection[] {
  if (count.registers.length < 2) return []
  const rows = count.registers.map(({ id, name, cash }) => plainRow([name || id, money(cash)]))
  const all = money(sum(count.registers.map(({ cash }) => cash)))
  return [
    {
      title: say('cash', { register: say('all') }),
      columns: [say('register'), say('sum')],
      rows: [...rows, { cells: [say('all'), all], look: 'sum', note: null }],
      remark: null,
      onRoll: 'rows',
    },
  ]
}

/** What was counted, and how it compares: first what is over and short. */
export const countSections = (closeOut: CloseOut, voice: Voice): ReportSection[] => [
  overShort(closeOut, voice),
  ...closeOut.count.registers.map((each) => register(each, voice)),
  ...allCash(closeOut, voice),
  movements(closeOut, voice),
]
