import type { ReportRow, ReportSection } from '#contract/shifts/close-out-report.ts'
import type { BothWays, CloseOut, OverShort } from '#contract/shifts/shifts.ts'
import { cashOf, depositOf } from '#contract/shifts/deposit.ts'
import { isExact } from '#contract/shifts/is-exact.ts'
import { sum } from '#domain/money/money.ts'
import { namesOf, type Voice } from './voice.ts'

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

function overShort(closeOut: CloseOut, names: Names, voice: Voice): ReportSection {
  const { say, money } = voice
  const { count, tips } = closeOut
  const remarks = [
    tips === 'unknown' && closeOut.overShort.some(({ expected }) => isTwofold(expected))
      ? say('bothWays')
      : '',
    count.wasRevealed ? say('revealed') : '',
  ].filter((words) => words !== '')
  return {
    title: say('overShort'),
    columns: [say('method'), say('counted'), say('expected'), say('difference')],
    rows: closeOut.overShort.map((each) => ({
      cells: [
        names.method(each),
        each.counted === null ? '–' : money(each.counted),
        voice.bothWays(each.expected),
        differenceOf(each, voice),
      ],
      look: each.isAboveThreshold ? 'alarm' : 'plain',
      note: noteOf(each, closeOut, voice),
    })),
    remark: remarks.length === 0 ? null : remarks.join(' '),
    onRoll: 'rows',
  }
}

/** What a reader must know of a method: whether its sums lack payments, whether it was counted again, and its note. */
function noteOf(compared: OverShort, { count, figures }: CloseOut, voice: Voice): string | null {
  const { methodId, note } = compared
  const { say, lacks } = voice
  const times = count.attempts.filter(({ methods }) =>
    methods.some((each) => each.methodId === methodId),
  ).length
  // What is exact now needs no reason any more.
  const isOld = note !== '' && isExact(compared)
  const counted = [
    times > 1 ? say('recounted', { n: times }) : '',
    isOld ? say('noteBefore', { note }) : note,
  ]
  const parts = [
    lacks(figures.byMethod.find((each) => each.methodId === methodId)) ?? '',
    counted.filter((part) => part !== '').join(' '),
  ]
  return parts.filter((part) => part !== '').join(' · ') || null
}

type Register = CloseOut['count']['registers'][number]
type Names = ReturnType<typeof namesOf>

const plainRow = (cells: string[]): ReportRow => ({ cells, look: 'plain', note: null })

function register(
  { id, pieces, loose, cash }: Register,
  names: Names,
  voice: Voice,
): ReportSection {
  const { say, money, count } = voice
  return {
    title: say('cash', { register: names.register(id) }),
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

function movements({ count }: CloseOut, names: Names, voice: Voice): ReportSection {
  const { say, money } = voice
  return {
    title: say('movements'),
    columns: [say('figure'), say('amount')],
    rows: [
      ...count.movements.map(({ kind, registerId, amount, reason }) => ({
        cells: [
          registerId === null ? say(kind) : `${say(kind)} · ${names.register(registerId)}`,
          money(amount),
        ],
        look: 'plain' as const,
        note: reason === '' ? null : reason,
      })),
    ],
    remark: null,
    onRoll: 'rows',
  }
}

/** All cash that was counted, where there are several registers. */
function allCash({ count }: CloseOut, names: Names, { say, money }: Voice): ReportSection[] {
  if (count.registers.length < 2) return []
  const rows = count.registers.map(({ id, cash }) => plainRow([names.register(id), money(cash)]))
  const all = money(sum(count.registers.map(({ cash }) => cash)))
  return [
    {
      title: say('allCash'),
      columns: [say('register'), say('sum')],
      rows: [...rows, { cells: [say('all'), all], look: 'sum', note: null }],
      remark: null,
      onRoll: 'rows',
    },
  ]
}

/** What goes to the bank: the counted cash less the float. */
function deposit({ count }: CloseOut, { say, money }: Voice): ReportSection {
  const hasLeft = count.movements.some(({ kind }) => kind !== 'pay-in')
  return {
    title: say('deposit'),
    columns: [say('figure'), say('amount')],
    rows: [
      plainRow([say('cashCounted'), money(cashOf(count))]),
      plainRow([say('float'), money(count.float)]),
      { cells: [say('deposit'), money(depositOf(count))], look: 'sum', note: null },
    ],
    remark: hasLeft ? say('depositRule') : null,
    onRoll: 'rows',
  }
}

/** What was counted, and how it compares: first what is over and short. */
export function countSections(closeOut: CloseOut, voice: Voice): ReportSection[] {
  const names = namesOf(closeOut, voice)
  return [
    overShort(closeOut, names, voice),
    deposit(closeOut, voice),
    ...closeOut.count.registers.map((each) => register(each, names, voice)),
    ...allCash(closeOut, names, voice),
    movements(closeOut, names, voice),
  ]
}
