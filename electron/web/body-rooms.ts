import { createBodyRoom, type BodyRoom } from '#host/feeds/body.ts'

/** What the bodies under way may take of one screen, and of all of them together, in bytes. */
const mostOfScreen = 4 * 1024 * 1024
const mostOfAll = 64 * 1024 * 1024

/** Finds the room for the bodies of a screen: what others send takes none of it. */
export function createBodyRooms(): (screenId: string) => BodyRoom {
  const all = createBodyRoom(mostOfAll)
  const rooms = new Map<string, BodyRoom>()

  function make(): BodyRoom {
    const own = createBodyRoom(mostOfScreen)
    return {
      take(bytes) {
        if (!own.take(bytes)) return false
        if (all.take(bytes)) return true
        own.give(bytes)
        return false
      },
      give(bytes) {
        own.give(bytes)
        all.give(bytes)
      },
    }
  }

  return (screenId) => {
    const room = rooms.get(screenId) ?? make()
    rooms.set(screenId, room)
    return room
  }
}
