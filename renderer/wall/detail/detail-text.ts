import { say } from '../drawers/messages.ts'

const sources = ['pos', 'app', 'web'] as const

/** Where an order was made; an unknown channel has the platform's name. */
export function sourceText(source: string): string {
  const match = sources.find((one) => one === source.toLowerCase())
  return match === undefined ? source : say(`sources.${match}`)
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
