/** No message to a screen is longer, unless one thing alone is. */
const mostBytes = 1024 * 1024

/** What has changed and what is gone, as it goes into one message. */
export interface Part<Thing> {
  things: Thing[]
  gone: string[]
}

/**
 * Cuts what the screens have not been told into messages that a screen can take one by one: each is a change of its own, with
 * a revision of its own. None where there is nothing.
 */
export function inParts<Thing>(things: readonly Thing[], gone: readonly string[]): Part<Thing>[] {
  const parts: Part<Thing>[] = []
  let room = 0
  /** The part that has room for so many bytes more. */
  function partFor(bytes: number): Part<Thing> {
    const current = parts.at(-1)
    room -= bytes
    if (current !== undefined && room >= 0) return current
    room = mostBytes - bytes
    const next = { things: [], gone: [] }
    parts.push(next)
    return next
  }
  // What is alone needs no measure: most changes are of one thing.
  const isAlone = things.length + gone.length === 1
  const bytesOf = (value: unknown): number =>
    isAlone ? 0 : Buffer.byteLength(JSON.stringify(value)) + 1
  for (const thing of things) partFor(bytesOf(thing)).things.push(thing)
  for (const name of gone) partFor(bytesOf(name)).gone.push(name)
  return parts
}
