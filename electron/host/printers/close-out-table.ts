import type { CloseOut, MethodSums, OverShort } from '#contract/shifts.ts'
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
] as const

type Cells = Record<(typeof columns)[number], string | number>

function rowOf(
  closeOut: CloseOut,
  methodId: string,
  paid: MethodSums | undefined,
  compared: OverShort | undefined,
): Cells {
  const money = (amount: number | null | undefined): string =>
    amount === null || amount === undefined ? '' : plain(amount, closeOut.decimals)
  return {
    closeOut: closeOut.number,
    corrects: closeOut.corrects?.number ?? '',
    businessDay: closeOut.businessDay,
    store: closeOut.storeName,
    shiftId: closeOut.shiftId,
    currency: closeOut.currency ?? '',
    methodId,
    method: paid?.name ?? compared?.name ?? '',
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
  }
}

/**
 * A close-out for the accountant: a row a method that was paid with or counted, amounts as plain decimal numbers. Single
 * payments are not in the document, and so not here.
 */
export function closeOutTable(closeOut: CloseOut): string {
  const { byMethod } = closeOut.figures
  const ids = new Set([
    ...byMethod.map(({ methodId }) => methodId),
    ...closeOut.overShort.map(({ methodId }) => methodId),
  ])
  const rows = [...ids].map((id) =>
    rowOf(
      closeOut,
      id,
      byMethod.find(({ methodId }) => methodId === id),
      closeOut.overShort.find(({ methodId }) => methodId === id),
    ),
  )
  return tableHead(columns) + tableLines(rows.map((row) => columns.map((name) => row[name])))
}
