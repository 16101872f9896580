import { cashOf, depositOf } from '#contract/shifts/deposit.ts'
import { unnamedMethod, unnamedPlace } from '#contract/shared/method-names.ts'
import { noMethod } from '#contract/payments/payments.ts'
import { sealCode, type SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut, MethodSums, OverShort } from '#contract/shifts/shifts.ts'
import { plainDecimal } from '#domain/money/money.ts'
import { tableHead, tableLines } from '../core/table.ts'

interface MethodRow {
  closeOut: CloseOut
  head: SealPlace | null
  methodId: string
  paid: MethodSums | undefined
  compared: OverShort | undefined
  /** An amount as a plain decimal number; empty if there is none. */
  money: (amount: number | null | undefined) => string
  /** The count, only in the row of cash. */
  cash: CloseOut['count'] | null
}

const columns: Record<string, (row: MethodRow) => string | number> = {
  closeOut: ({ closeOut }) => closeOut.number,
  corrects: ({ closeOut }) => closeOut.corrects?.number ?? '',
  businessDay: ({ closeOut }) => closeOut.businessDay,
  store: ({ closeOut }) => closeOut.storeName,
  shiftId: ({ closeOut }) => closeOut.shiftId,
  currency: ({ closeOut }) => closeOut.currency ?? '',
  methodId: ({ methodId }) => methodId,
  method({ closeOut, methodId, paid, compared }) {
    if (methodId === noMethod.id) return noMethod.name
    const methods = [...closeOut.figures.byMethod, ...closeOut.overShort]
    return paid?.name || compared?.name || unnamedMethod(unnamedPlace(methods, methodId))
  },
  payments: ({ paid }) => paid?.payments ?? 0,
  amount: ({ paid, money }) => money(paid?.amount ?? 0),
  tips: ({ paid, money }) => money(paid?.tips ?? 0),
  voidedPayments: ({ paid }) => paid?.voided.payments ?? 0,
  voidedAmount: ({ paid, money }) => money(paid?.voided.amount ?? 0),
  counted: ({ compared, money }) => money(compared?.counted),
  expectedTipsInside: ({ compared, money }) => money(compared?.expected.inside),
  expectedTipsOutside: ({ compared, money }) => money(compared?.expected.outside),
  tipsInAmount: ({ closeOut }) => closeOut.tips,
  overShort: ({ compared, money }) => money(compared?.known),
  note: ({ compared }) => compared?.note ?? '',
  signedBy: ({ closeOut }) => closeOut.signedBy,
  sealedAt: ({ closeOut }) => closeOut.sealedAt,
  seal: ({ closeOut }) => closeOut.hash,
  sealCode: ({ closeOut }) => sealCode(closeOut),
  lastSealCode: ({ head }) => (head === null ? '' : sealCode(head)),
  cashCounted: ({ cash, money }) => money(cash && cashOf(cash)),
  float: ({ cash, money }) => money(cash?.float),
  deposit: ({ cash, money }) => money(cash && depositOf(cash)),
  toCheckPayments: ({ paid }) => paid?.toCheck ?? 0,
  roundedPayments: ({ paid }) => paid?.rounded ?? 0,
}

/**
 * A close-out as a table for the accountant: one row per payment method, amounts as plain decimal
 * numbers. The row of cash has the float and the deposit. A close-out does not contain single
 * payments, so neither does the table.
 */
export function closeOutTable(closeOut: CloseOut, head: SealPlace | null): string {
  const { count, decimals, overShort } = closeOut
  const { byMethod } = closeOut.figures
  const ids = new Set([...byMethod, ...overShort].map(({ methodId }) => methodId))
  const rows = [...ids].map((id) => {
    const row: MethodRow = {
      closeOut,
      head,
      methodId: id,
      paid: byMethod.find(({ methodId }) => methodId === id),
      compared: overShort.find(({ methodId }) => methodId === id),
      money: (amount) =>
        amount === null || amount === undefined ? '' : plainDecimal(amount, decimals),
      cash: id === count.cashMethodId ? count : null,
    }
    return Object.values(columns).map((cell) => cell(row))
  })
  return tableHead(Object.keys(columns)) + tableLines(rows)
}
