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
      enter(giveWay) {
        const inOwn = own.enter(leaveBoth)
        const inAll = all.enter(leaveBoth)
        function leaveBoth(): void {
          inOwn.leave()
          inAll.leave()
          giveWay()
        }
        return {
          take: (bytes) => inOwn.take(bytes) && inAll.take(bytes),
          settle() {
            inOwn.settle()
            inAll.settle()
          },
          leave() {
            inOwn.leave()
            inAll.leave()
          },
        }
      },
    }
  }

  return (screenId) => {
    const room = rooms.get(screenId) ?? make()
    rooms.set(screenId, room)
    return room
  }
}
