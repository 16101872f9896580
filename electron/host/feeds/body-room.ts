/** The share of the room that one body holds. */
export interface BodyPlace {
  /** Returns false if there is no room for these bytes, even after others gave way. */
  take(bytes: number): boolean
  /** The body is complete and in use: it no longer gives way. */
  settle(): void
  leave(): void
}

/** The memory shared by all bodies being received. */
export interface BodyBudget {
  /**
   * Makes a place for one body. `dropBody` is called when others need its memory; it then holds
   * none.
   */
  enter(dropBody: () => void): BodyPlace
}

/**
 * A room of `most` bytes. When it is full, the body with the highest cost gives way: its bytes
 * times its age. So a stalled or slow sender loses its place to an active one. `now` is in
 * monotonic milliseconds.
 */
export class BodyRoom implements BodyBudget {
  readonly #maxBytes: number
  readonly #now: () => number
  /** The bodies that may still give way. */
  readonly #arriving = new Set<PlaceInRoom>()
  #usedBytes = 0

  constructor(maxBytes: number, now = () => performance.now()) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  enter(dropBody: () => void): BodyPlace {
    const place = new PlaceInRoom(this, this.#now(), dropBody)
    this.#arriving.add(place)
    return place
  }

  // For its places.

  take(place: PlaceInRoom, bytes: number): boolean {
    if (!this.#makeRoom(place, bytes)) return false
    this.#usedBytes += bytes
    place.bytes += bytes
    return true
  }

  settle(place: PlaceInRoom): void {
    this.#arriving.delete(place)
  }

  empty(place: PlaceInRoom): void {
    this.#arriving.delete(place)
    this.#usedBytes -= place.bytes
    place.bytes = 0
  }

  /** Returns false if no other body costs more than the one that asks. */
  #makeRoom(asking: PlaceInRoom, bytes: number): boolean {
    while (this.#usedBytes + bytes > this.#maxBytes) {
      const dearest = this.#dearest(asking, bytes)
      if (dearest === null) return false
      this.empty(dearest)
      dearest.dropBody()
    }
    return true
  }

  /** The body that costs most; null if that is the one that asks for more. */
  #dearest(asking: PlaceInRoom, bytes: number): PlaceInRoom | null {
    let dearest: PlaceInRoom | null = null
    let highestCost = this.#cost(asking.bytes + bytes, asking.since)
    for (const place of this.#arriving) {
      const cost = this.#cost(place.bytes, place.since)
      if (place === asking || cost <= highestCost) continue
      dearest = place
      highestCost = cost
    }
    return dearest
  }

  #cost(bytes: number, since: number): number {
    return bytes * (this.#now() - since + 1)
  }
}

class PlaceInRoom implements BodyPlace {
  bytes = 0
  readonly since: number
  readonly dropBody: () => void
  readonly #room: BodyRoom

  constructor(room: BodyRoom, since: number, dropBody: () => void) {
    this.#room = room
    this.since = since
    this.dropBody = dropBody
  }

  take(bytes: number): boolean {
    return this.#room.take(this, bytes)
  }

  settle(): void {
    this.#room.settle(this)
  }

  leave(): void {
    this.#room.empty(this)
  }
}
