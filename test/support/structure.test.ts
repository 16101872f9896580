import { expect, test } from 'vitest'
import { findFiles } from '#test/run/files.ts'
import { listRooms } from './rooms.ts'
import { crowdedFolders, inside, siblingCycles } from './structure.ts'

test('no folder beside another imports what imports it, directly or through others', () => {
  expect(siblingCycles()).toEqual([])
})

test('no folder of the page has more files than somebody can look through', () => {
  expect(crowdedFolders('renderer/')).toEqual([])
})

test('every room has its entry, its view and its messages at the same places', () => {
  const rooms = listRooms()
  expect(rooms.length).toBeGreaterThan(10)
  const files = rooms.map(({ folder }) => `renderer/${folder}/room.ts`)
  expect(findFiles('renderer/*/room.ts'), 'renderer/app/rooms.ts').toEqual(files.toSorted())
  for (const { folder: room, address, help } of rooms) {
    expect([address, help], `renderer/${room}/room.ts`).not.toContain('')
    const names = [...inside(`renderer/${room}`)]
    expect(names, room).toContain('room.ts')
    // The wall is the first view, whose messages are in locales/messages.
    const folders = room === 'wall' ? 0 : 1
    expect(names.filter((name) => name === 'messages.ts').length, room).toBe(folders)
    expect(findFiles(`renderer/${room}/messages/en.json`).length, room).toBe(folders)
    expect(
      names.filter((name) => name.endsWith('View.vue')),
      room,
    ).toHaveLength(1)
  }
})
