import type { CardActions, TicketSegment } from '../wall/card/card.ts'

export const oneSegment = (parts: number): TicketSegment[] => [
  { nth: 1, of: 1, from: 0, to: parts, isLast: true, nextPage: null, box: undefined },
]

/** Actions that are only recorded. Each resolves with `answer`. */
export function recordActions(answer: Promise<unknown> = Promise.resolve()) {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    (...details: unknown[]) => {
      calls.push([name, ...details])
      return answer
    }
  const actions: CardActions = {
    ready: record('ready'),
    start: record('start'),
    undo: record('undo'),
    acknowledge: record('acknowledge'),
    strike: record('strike'),
    fire: record('fire'),
    soldOut: (item) => void record('soldOut')(item),
    open: (ticketId) => void record('open')(ticketId),
  }
  return { received: calls, actions }
}
