import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFiles } from '#test/run/files.ts'
import { root } from '#cli/build.ts'

/** What a room says of itself in its `room.ts`. */
export interface RoomFacts {
  /** Its folder in `renderer`. */
  folder: string
  /** Where it is, without what is open in it. */
  address: string
  /** The title of its help page. */
  help: string
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The rooms of the page in the order of `renderer/app/rooms.ts`. Read as text: only a build can load them. */
export function listRooms(): readonly RoomFacts[] {
  const order = [...read('renderer/app/rooms.ts').matchAll(/^ {2}(\w+Room),$/gm)]
  const files = findFiles('renderer/*/room.ts').map((path) => ({ path, text: read(path) }))
  return order.map(([, name = '']) => {
    const file = files.find(({ text }) => text.includes(`export const ${name}: Room = {`))
    const valueOf = (key: string): string =>
      new RegExp(`^ {2}${key}: '([^']*)',$`, 'm').exec(file?.text ?? '')?.[1] ?? ''
    const page = read(`docs/${valueOf('help')}.md`)
    return {
      folder: file?.path.split('/')[1] ?? '',
      address: valueOf('path').replace(/\/:.*/, ''),
      help: /^# (.*)$/m.exec(page)?.[1] ?? '',
    }
  })
}
