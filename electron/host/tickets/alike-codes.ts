import type { Ticket } from '#contract/tickets/ticket.ts'
import { alikeCode, withoutMark } from '#domain/tickets/codes.ts'

/** The codes of the open tickets, so that a new one that looks like another is marked. */
export class AlikeCodes {
  /** The numbers in the marks of tickets whose codes look alike, by ticket. */
  readonly #marks = new Map<string, Map<string, number>>()

  add({ id, code: marked }: Ticket): void {
    const { code, nth } = withoutMark(marked)
    const alike = alikeCode(code)
    const marks = this.#marks.get(alike) ?? new Map<string, number>()
    this.#marks.set(alike, marks.set(id, nth))
  }

  remove({ id, code }: Ticket): void {
    const alike = alikeCode(withoutMark(code).code)
    const marks = this.#marks.get(alike)
    marks?.delete(id)
    if (marks?.size === 0) this.#marks.delete(alike)
  }

  /** The number for the mark of a new ticket: 1 for none. */
  next(code: string): number {
    const marks = this.#marks.get(alikeCode(code))
    return marks === undefined ? 1 : 1 + Math.max(...marks.values())
  }
}
