import type { CountDraft, StoredCount } from '#contract/shifts/shifts.ts'

const empty = { text: '', language: 'en' } as const

/** A count for tests: one register, cash and cards, nothing typed yet. */
export const makeDraft = (some: Partial<CountDraft> = {}): CountDraft => ({
  cashMethodId: 'cash',
  registers: [{ id: 'r1', name: '', pieces: {}, loose: empty }],
  slips: [
    { id: 'cash', total: empty },
    { id: 'card', total: empty },
  ],
  movements: [],
  float: empty,
  methodNotes: [],
  notes: '',
  ...some,
})

/** The same count as the host stores it. */
export const makeCount = (some: Partial<StoredCount> = {}): StoredCount => ({
  revision: 1,
  state: 'counting',
  draft: makeDraft(),
  sums: {
    registers: [{ id: 'r1', pieces: 0, loose: null, cash: null }],
    cash: null,
    slips: [
      { id: 'cash', total: null },
      { id: 'card', total: null },
    ],
    movements: [],
    payIns: 0,
    payOuts: 0,
    safeDrops: 0,
    float: null,
    deposit: null,
  },
  objections: [],
  methodIds: [],
  wasRevealed: false,
  corrects: null,
  savedAt: null,
  savedOn: '',
  ...some,
})
