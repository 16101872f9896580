/** After a hand was near, the wall is still for this long; and so long after a move no tap counts on what has moved. In ms. */
export const guardAfterPointer = 1_500
export const guardAfterMove = 400

/** Something that was drawn, and from when on. */
interface Drawn<Picture> {
  readonly picture: Picture
  readonly since: number
}

/**
 * What stands on the wall and whether a hand is near it. Instants in ms, of one clock. Pictures are whatever the caller
 * draws; who asks after one says what stands where in it.
 */
export interface TouchGuard<Picture> {
  /** What is drawn now last, and before it what was drawn within the last 400 ms. */
  readonly drawn: readonly Drawn<Picture>[]
  readonly isDown: boolean
  /** When a hand was last near; long ago where none was. */
  readonly nearAt: number
}

export const nothingDrawn: TouchGuard<never> = { drawn: [], isDown: false, nearAt: -Infinity }

/** Whether the wall keeps still: a finger is on it, or a hand was near a moment ago. */
export const isHeld = ({ isDown, nearAt }: TouchGuard<unknown>, now: number): boolean =>
  isDown || now - nearAt < guardAfterPointer

/** A hand comes near, a finger comes down, or lifts; null for a hand that only moves. */
export function approach<Picture>(
  stable: TouchGuard<Picture>,
  now: number,
  isDown: boolean = stable.isDown,
): TouchGuard<Picture> {
  return { ...stable, isDown, nearAt: now }
}

/** Another picture is drawn. */
export function draw<Picture>(
  { drawn, ...hand }: TouchGuard<Picture>,
  picture: Picture,
  now: number,
): TouchGuard<Picture> {
  // What was replaced that long ago is not aimed at any more.
  const recent = drawn.filter((_, nth) => {
    const until = drawn[nth + 1]?.since ?? now
    return now - until < guardAfterMove
  })
  return { ...hand, drawn: [...recent, { picture, since: now }] }
}

/** The picture that is drawn says something else; what stands where is the same. */
export const redraw = <Picture>(
  { drawn, ...hand }: TouchGuard<Picture>,
  picture: Picture,
): TouchGuard<Picture> => ({
  ...hand,
  drawn: drawn.with(-1, { picture, since: drawn.at(-1)?.since ?? -Infinity }),
})

/**
 * What a tap at `now` reaches, by what `find` sees in a picture. `moved` where something else stood there within the last
 * 400 ms: a finger that was on its way is meant for that. Nobody aims at a place where nothing stands.
 */
export function reaches<Picture, Found>(
  { drawn }: TouchGuard<Picture>,
  find: (picture: Picture) => Found | null,
  now: number,
): { found: Found | null; moved: boolean } {
  const current = drawn.at(-1)
  if (current === undefined) return { found: null, moved: false }
  const found = find(current.picture)
  const moved = drawn.some(({ picture }, nth) => {
    const replaced = drawn[nth + 1]?.since
    if (replaced === undefined || now - replaced >= guardAfterMove) return false
    const stood = find(picture)
    return stood !== null && stood !== found
  })
  return { found: moved ? null : found, moved }
}
