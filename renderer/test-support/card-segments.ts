import type { CardActions, TicketSegment } from '../wall/card/card.ts'

/** A ticket of so many parts in one piece. */
export const oneSegment = (parts: number): TicketSegment[] => [
  { nth: 1, of: 1, from: 0, to: parts, isLast: true, nextPage: null, box: undefined },
]

/** Deeds that are only heard. Each ends once `answer` does. */
export function recordActions(answer: Promise<unknown> = Promise.resolve()) {
  const received: unknown[][] = []
  const hear =
    (name: string) =>
    (...details: unknown[]) => {
      received.push([name, ...details])
      return answer
    }
  const actions: CardActions = {
    ready: hear('ready'),
    start: hear('start'),
    undo: hear('undo'),
    acknowledge: hear('acknowledge'),
    strike: hear('strike'),
    soldOut: (item) => void hear('soldOut')(item),
    open: (ticketId) => void hear('open')(ticketId),
  }
  return { received, actions }
}
