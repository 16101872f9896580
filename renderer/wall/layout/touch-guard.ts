/**
 * In ms: how long the wall stays still after a hand was near, and how long after a move no tap
 * counts on the moved cards.
 */
export const guardAfterPointer = 1_500
export const guardAfterMove = 400

/** A picture, and the time since which it has been drawn. */
interface Drawn<Picture> {
  readonly picture: Picture
  readonly since: number
}

/**
 * What the wall shows and whether a hand is near. Instants in ms, of one clock. The caller decides
 * what a picture is; functions that ask for a place take a function to find it in a picture.
 */
export interface TouchGuard<Picture> {
  /** The current picture last, after those that were visible within the last 400 ms. */
  readonly drawn: readonly Drawn<Picture>[]
  readonly isDown: boolean
  /** When a hand was last near; -Infinity if never. */
  readonly nearAt: number
}

export const nothingDrawn: TouchGuard<never> = { drawn: [], isDown: false, nearAt: -Infinity }

/** Whether the wall must stay still: a finger is on it, or a hand was near a moment ago. */
export const isHeld = ({ isDown, nearAt }: TouchGuard<unknown>, now: number): boolean =>
  isDown || now - nearAt < guardAfterPointer

/** A hand comes near, a finger touches (true) or lifts (false); without `isDown` the hand only moves. */
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
  // Nobody aims any more at a picture that was replaced that long ago.
  const recent = drawn.filter((_, nth) => {
    const until = drawn[nth + 1]?.since ?? now
    return now - until < guardAfterMove
  })
  return { ...hand, drawn: [...recent, { picture, since: now }] }
}

/** The current picture changes its content but not its layout. */
export const redraw = <Picture>(
  { drawn, ...hand }: TouchGuard<Picture>,
  picture: Picture,
): TouchGuard<Picture> => ({
  ...hand,
  drawn: drawn.with(-1, { picture, since: drawn.at(-1)?.since ?? -Infinity }),
})

/**
 * What a tap at `now` reaches; `find` looks it up in a picture. `moved` if something else was there
 * within the last 400 ms, because a finger that was on its way meant that. Nobody aims at an empty
 * place.
 */
export function tapTarget<Picture, Target>(
  { drawn }: TouchGuard<Picture>,
  find: (picture: Picture) => Target | null,
  now: number,
): { target: Target | null; moved: boolean } {
  const current = drawn.at(-1)
  if (current === undefined) return { target: null, moved: false }
  const target = find(current.picture)
  const moved = drawn.some(({ picture }, nth) => {
    const replaced = drawn[nth + 1]?.since
    if (replaced === undefined || now - replaced >= guardAfterMove) return false
    const stood = find(picture)
    return stood !== null && stood !== target
  })
  return { target: moved ? null : target, moved }
}
