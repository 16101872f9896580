import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crowdedFolders, inside, siblingCycles } from './structure.ts'

test('no folder beside another imports what imports it, directly or through others', () => {
  expect(siblingCycles()).toEqual([])
})

test('no folder of the page has more files than somebody can look through', () => {
  expect(crowdedFolders('renderer/')).toEqual([])
})

test('every room has its entry, its view and its messages at the same places', () => {
  const list = readFileSync(join(import.meta.dirname, '../../renderer/app/rooms.ts'), 'utf8')
  const rooms = [...list.matchAll(/'\.\.\/([\w-]+)\/room\.ts'/g)].map(([, name = '']) => name)
  expect(rooms.length).toBeGreaterThan(10)
  for (const room of rooms) {
    const names = [...inside(`renderer/${room}`)]
    expect(names, room).toEqual(expect.arrayContaining(['room.ts', 'messages.ts', 'messages']))
    expect(
      names.filter((name) => name.endsWith('View.vue')),
      room,
    ).toHaveLength(1)
  }
})
