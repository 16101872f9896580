import { say } from '../drawers/messages.ts'

const sources = ['pos', 'app', 'web'] as const

/** Where an order was made, in words; a channel that we have none for is called what the platform calls it. */
export function sourceText(source: string): string {
  const found = sources.find((one) => one === source.toLowerCase())
  return found === undefined ? source : say(`sources.${found}`)
}

/** How an order is paid, in words; a way that we have none for is called what the platform calls it. */
export function methodText(method: string): string {
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
export const paymentText = (status: string): string =>
  status === 'pending' || status === 'paid' ? say(`paying.${status}`) : status

/** A field's own name as a person reads it: `recipientName` is "Recipient name". */
export function factName(name: string): string {
  const text = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
