import type { CloseOut, MethodSums, OverShort, ShiftSums } from '#contract/shifts/shifts.ts'
import { sealed, noHash, type Unsealed } from '#domain/shifts/seal.ts'
import { openDatabase } from '#host/db/open.ts'
import { CloseOuts, sealingWith } from '#host/shifts/close-outs.ts'

const sums = (payments: number, amount: number, tips: number): ShiftSums => ({
  payments,
  amount,
  tips,
  voided: { payments: 0, amount: 0, tips: 0 },
})

const method = (methodId: string, name: string, all: ShiftSums): MethodSums => ({
  methodId,
  name,
  ...all,
})

const compared = (
  methodId: string,
  name: string,
  counted: number,
  expected: OverShort['expected'],
): OverShort => ({
  methodId,
  name,
  isCash: methodId === 'pm-cash',
  counted,
  expected,
  overShort: { inside: counted - expected.inside, outside: counted - expected.outside },
  known: null,
  isAboveThreshold: Math.abs(counted - expected.inside) > 100_00,
  note: '',
})

const byHour = ['22', '23', '00', '01'].map((hour, index) => ({
  from: `2026-11-${index < 2 ? '20' : '21'}T${hour}:00:00.000Z`,
  ...sums(9 - index, 400_00 + index * 37_50, 12_00),
}))

/** A close-out as it is stored: cash short, one method over, and an unknown place of the tips. */
const content: Unsealed = {
  number: 12,
  tapId: 'tap',
  storeId: 'store-1',
  storeName: 'Alerce · Providencia',
  shiftId: 'shift-2026-11-20',
  from: '2026-11-20T13:02:00.000Z',
  to: '2026-11-21T02:41:00.000Z',
  businessDay: '2026-11-20',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  decimals: 2,
  figures: {
    readAt: '2026-11-21T02:44:00.000Z',
    unreadAmounts: 0,
    roundedAmounts: 0,
    all: { ...sums(30, 12_345_50, 48_00), voided: { payments: 1, amount: 89_90, tips: 0 } },
    paid: { inside: 12_345_50, outside: 12_393_50 },
    paidWithoutTips: { inside: 12_297_50, outside: 12_345_50 },
    own: {
      sales: 12_500_00,
      discounts: 154_50,
      averageTicket: 411_52,
      eaters: 57,
      payments: 12_345_50,
    },
    tickets: 30,
    differences: [{ about: 'payments', ofParts: 12_345_50, ofShift: 12_345_00 }],
    byMethod: [
      method('pm-cash', 'Dinheiro', sums(11, 2_345_50, 8_00)),
      method('pm-card', 'Cartão de crédito', sums(14, 8_000_00, 40_00)),
      method('pm-pix', 'Pix', sums(5, 2_000_00, 0)),
    ],
    byHour,
    byPerson: [
      { personId: 'joão', ...sums(17, 7_000_00, 30_00) },
      { personId: 'conceição', ...sums(13, 5_345_50, 18_00) },
    ],
    registers: [
      {
        id: 'caixa-1',
        from: '2026-11-20T13:02:00.000Z',
        to: null,
        start: [{ methodId: 'pm-cash', amount: 300_00 }],
        end: [],
      },
    ],
    waste: [{ ingredientId: 'i1', name: 'Pão de queijo', unit: 'kg', quantity: 1.25 }],
    invoices: 3,
    outbox: { unsent: 0, unknown: 1 },
  },
  tips: 'unknown',
  threshold: 100_00,
  count: {
    cashMethodId: 'pm-cash',
    wasRevealed: false,
    attempts: [
      {
        at: '2026-11-21T02:46:00.000Z',
        screen: 'Caixa',
        methods: [{ methodId: 'pm-cash', counted: 2_490_00 }],
      },
      {
        at: '2026-11-21T02:51:00.000Z',
        screen: 'Caixa',
        methods: [{ methodId: 'pm-cash', counted: 2_500_00 }],
      },
    ],
    registers: [
      {
        id: 'caixa-1',
        name: 'Balcão',
        pieces: [
          { value: 200_00, pieces: 5 },
          { value: 100_00, pieces: 9 },
          { value: 50_00, pieces: 11 },
          { value: 10_00, pieces: 4 },
          { value: 50, pieces: 0 },
        ],
        loose: 10_00,
        cash: 2_500_00,
      },
    ],
    slips: [
      { methodId: 'pm-card', total: 8_025_00 },
      { methodId: 'pm-pix', total: 2_000_00 },
    ],
    movements: [
      { kind: 'pay-out', registerId: 'caixa-1', amount: 45_50, reason: 'Gelo e limões' },
      { kind: 'safe-drop', registerId: 'caixa-1', amount: 0, reason: '=2+2; à noite' },
    ],
    float: 300_00,
  },
  overShort: [
    {
      ...compared('pm-cash', 'Dinheiro', 2_500_00, { inside: 2_600_00, outside: 2_608_00 }),
      isAboveThreshold: true,
      note: 'Falta uma nota de 100: troco errado na mesa 4?',
    },
    compared('pm-card', 'Cartão de crédito', 8_025_00, { inside: 8_000_00, outside: 8_040_00 }),
    compared('pm-pix', 'Pix', 2_000_00, { inside: 2_000_00, outside: 2_000_00 }),
  ],
  notes: 'Noite de chuva. A máquina de cartão caiu às 21:30.',
  checklist: [{ code: 'unknown', count: 1 }],
  signedBy: 'Conceição Araújo',
  screen: 'Caixa',
  withPin: true,
  sealedAt: '2026-11-21T02:58:00.000Z',
  corrects: null,
  previousHash: noHash,
}

export const makeCloseOut = (request: Partial<CloseOut> = {}): CloseOut =>
  sealed({ ...content, ...request }, sealingWith(null))

/** Seals it into the file of a store that no process has open. */
export function keepCloseOut(file: string): CloseOut {
  const { number: _, previousHash: _previous, tapId: _tap, ...document } = content
  const db = openDatabase(file)
  const stored = new CloseOuts(db).add(document, 'tap')
  db.close()
  return stored
}
