/** What of a ticket stands in one column of the page. */
export interface CardPiece {
  /** Of so many, counted from 1. */
  readonly nth: number
  readonly of: number
  /** The parts it has, up to and not including `to`. */
  readonly from: number
  readonly to: number
  readonly isLast: boolean
  /** The page on which the ticket goes on, counted from 1; null where that is this one, or it ends here. */
  readonly nextPage: number | null
  /** Where it stands from the first piece; nothing for the first, which fills its card. */
  readonly box: { left: string; top: string; width: string; height: string } | undefined
}
