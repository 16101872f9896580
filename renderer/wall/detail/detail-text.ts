import { say } from '../drawers/messages.ts'

const sources = ['pos', 'app', 'web'] as const

/** Where an order was made; an unknown channel has the platform's name. */
export function sourceText(source: string): string {
  const found = sources.find((one) => one === source.toLowerCase())
  return found === undefined ? source : say(`sources.${found}`)
}

/** How an order is paid; an unknown way of payment has the platform's name. */
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

/** The state of the payment, in our words if it is a known one. */
export const paymentText = (status: string): string =>
  status === 'pending' || status === 'paid' ? say(`paying.${status}`) : status

/** A field's name as a person reads it: `recipientName` is "Recipient name". */
export function factName(name: string): string {
  const text = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
