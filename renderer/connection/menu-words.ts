import type { MenuChoice } from '#contract/stock.ts'
import { say } from './words.ts'

/** How the store's menus were chosen among its website's, as a sentence. */
export function menuWords({ by, taken, others }: MenuChoice): string {
  if (by === 'no-name') return say('connection.menusNoName', { n: taken })
  if (by === 'none')
    return others === 0 ? say('connection.menusAbsent') : say('connection.menusNone', { n: others })
  const named = say('connection.menusByName', { n: taken })
  return others === 0 ? named : `${named} · ${say('connection.menusLeftOut', { n: others })}`
}
