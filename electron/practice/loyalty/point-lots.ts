/** Points that came together and go together. */
interface PointLot {
  points: number
  /** Epoch milliseconds; null for points that stay. */
  expiresAt: number | null
}

/** The points that somebody holds, by when they expire. Points are whole and never below 0. */
export interface PointLots {
  /** All points held. */
  held(): number
  add(points: number, expiresAt: number | null): void
  /** Takes points, those that expire soonest first. Throws where more are asked for than there are. */
  spend(points: number): void
  /** The lot that expires first, if one ever does. */
  soonest(): { points: number; expiresAt: number } | null
  /** Soonest to expire first, those that stay last. */
  list(): readonly Readonly<PointLot>[]
}

/** Starts with no points. That points are spent soonest expiry first is our assumption. */
export function createPointLots(): PointLots {
  const lots: PointLot[] = []
  const end = (lot: PointLot): number => lot.expiresAt ?? Infinity
  let held = 0
  return {
    held: () => held,
    add(points, expiresAt) {
      const lot = { points, expiresAt }
      const next = lots.findIndex((other) => end(other) > end(lot))
      lots.splice(next === -1 ? lots.length : next, 0, lot)
      held += points
    },
    spend(points) {
      if (points > held) throw new Error(`${points} points asked for, ${held} held`)
      held -= points
      let rest = points
      for (let [lot] = lots; lot !== undefined && rest > 0; [lot] = lots) {
        const taken = Math.min(lot.points, rest)
        rest -= taken
        lot.points -= taken
        if (lot.points === 0) lots.shift()
      }
    },
    soonest() {
      const [lot] = lots
      if (lot === undefined || lot.expiresAt === null) return null
      return { points: lot.points, expiresAt: lot.expiresAt }
    },
    list: () => lots,
  }
}
