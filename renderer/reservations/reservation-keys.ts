import type { KeyRow } from '../ui/dialog/key-row.ts'
import { usePageKeys } from '../ui/page/use-page-keys.ts'
import { say } from './messages.ts'

export const reservationKeys = (): KeyRow[] => [
  { keys: ['N'], action: say('reservationList.new') },
  { keys: ['W'], action: say('reservationList.walkIn') },
  { keys: ['/'], action: say('reservationList.search') },
  { keys: ['T'], action: say('reservationList.goToday') },
  { keys: ['←', '→'], action: say('reservationList.turnDay') },
  { keys: ['M'], action: say('change.moveKey') },
  { keys: [say('common.enter')], action: say('intake.next') },
  { keys: ['Ctrl', say('common.enter')], action: say('intake.take') },
  { keys: ['Esc'], action: say('intake.leave') },
]

interface ReservationKeys {
  take: () => void
  walkIn: () => void
  search: () => void
  today: () => void
  turn: (by: 1 | -1) => void
  leave: () => void
}

/** Elements that use letters and arrow keys themselves. */
const typing = 'input:not([type=radio]), textarea, [role=spinbutton]'
const arrows = 'input, [role=tab], [tabindex="0"]'

export function useReservationKeys(keys: ReservationKeys): void {
  usePageKeys(({ key, defaultPrevented }, target) => {
    if (defaultPrevented) return false
    if (key === 'Escape') keys.leave()
    else if (target.matches(typing)) return false
    else if (key.toLowerCase() === 'n') keys.take()
    else if (key.toLowerCase() === 'w') keys.walkIn()
    else if (key.toLowerCase() === 't') keys.today()
    else if (key === '/') keys.search()
    else if (key === 'ArrowLeft' && !target.matches(arrows)) keys.turn(-1)
    else if (key === 'ArrowRight' && !target.matches(arrows)) keys.turn(1)
    else return false
    return true
  })
}
