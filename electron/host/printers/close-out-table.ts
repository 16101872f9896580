import { cashOf, depositOf } from '#contract/shifts/deposit.ts'
import { noMethod } from '#contract/payments.ts'
import { sealCode, type SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut, MethodSums, OverShort } from '#contract/shifts/shifts.ts'
import { plain } from '#domain/money/money.ts'
import { tableHead, tableLines } from '../table.ts'

const columns = [
  'closeOut',
  'corrects',
  'businessDay',
  'store',
  'shiftId',
  'currency',
  'methodId',
  'method',
  'payments',
  'amount',
  'tips',
  'voidedPayments',
  'voidedAmount',
  'counted',
  'expectedTipsInside',
  'expectedTipsOutside',
  'tipsInAmount',
  'overShort',
  'note',
  'signedBy',
  'sealedAt',
  'seal',
  'sealCode',
  'lastSealCode',
  'cashCounted',
  'float',
  'deposit',
  'toCheckPayments',
  'roundedPayments',
] as const

type Cells = Record<(typeof columns)[number], string | number>

function rowOf(
  closeOut: CloseOut,
  head: SealPlace | null,
  methodId: string,
  paid: MethodSums | undefined,
  compared: OverShort | undefined,
): Cells {
  const money = (amount: number | null | undefined): string =>
    amount === null || amount === undefined ? '' : plain(amount, closeOut.decimals)
  const { count } = closeOut
  const isCash = methodId === count.cashMethodId
  return {
    closeOut: closeOut.number,
    corrects: closeOut.corrects?.number ?? '',
    businessDay: closeOut.businessDay,
    store: closeOut.storeName,
    shiftId: closeOut.shiftId,
    currency: closeOut.currency ?? '',
    methodId,
    method: methodId === noMethod.id ? noMethod.name : (paid?.name ?? compared?.name ?? ''),
    payments: paid?.payments ?? 0,
    amount: money(paid?.amount ?? 0),
    tips: money(paid?.tips ?? 0),
    voidedPayments: paid?.voided.payments ?? 0,
    voidedAmount: money(paid?.voided.amount ?? 0),
    counted: money(compared?.counted),
    expectedTipsInside: money(compared?.expected.inside),
    expectedTipsOutside: money(compared?.expected.outside),
    tipsInAmount: closeOut.tips,
    overShort: money(compared?.known),
    note: compared?.note ?? '',
    signedBy: closeOut.signedBy,
    sealedAt: closeOut.sealedAt,
    seal: closeOut.hash,
    sealCode: sealCode(closeOut),
    lastSealCode: head === null ? '' : sealCode(head),
    ...(isCash
      ? {
          cashCounted: money(cashOf(count)),
          float: money(count.float),
          deposit: money(depositOf(count)),
        }
      : { cashCounted: '', float: '', deposit: '' }),
    toCheckPayments: paid?.toCheck ?? 0,
    roundedPayments: paid?.rounded ?? 0,
  }
}

/**
 * A close-out for the accountant: a row a method that was paid with or counted, amounts as plain decimal numbers. The row of
 * cash has the float and the deposit. Single payments are not in the document, and so not here.
 */
export function closeOutTable(closeOut: CloseOut, head: SealPlace | null): string {
  const { byMethod } = closeOut.figures
  const ids = new Set([
    ...byMethod.map(({ methodId }) => methodId),
    ...closeOut.overShort.map(({ methodId }) => methodId),
  ])
  const rows = [...ids].map((id) =>
    rowOf(
      closeOut,
      head,
      id,
      byMethod.find(({ methodId }) => methodId === id),
      closeOut.overShort.find(({ methodId }) => methodId === id),
    ),
  )
  return tableHead(columns) + tableLines(rows.map((row) => columns.map((name) => row[name])))
}
