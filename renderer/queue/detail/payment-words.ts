import { say } from '../drawers/words.ts'

/** How an order is paid, in words; a way that we have none for is called what the platform calls it. */
export function methodWords(method: string): string {
  switch (method) {
    case 'cash':
      return say('paying.byCash')
    case 'inStore':
      return say('paying.inStore')
    case 'other':
      return say('paying.otherWay')
    default:
      return method
  }
}

/** What the platform says of the payment, in words where we have them. */
export function paymentWords(status: string): string {
  if (status === 'pending') return say('paying.pending')
  return status === 'paid' ? say('paying.paid') : status
}
