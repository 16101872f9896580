import { onScopeDispose } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { useStock } from '../../state/stock/stock.ts'
import { useTickets } from '../../state/tickets.ts'
import type { TourTask } from './steps.ts'

/** Calls `done` whenever a person has done something that a step asks for, in whatever way. */
export function useTasks(done: (task: TourTask) => void): void {
  const stops = [
    useTickets().$onAction(({ name, after }) => {
      after((result) => {
        if (result === null) return
        if (name === 'markReady') done('markReady')
        if (name === 'undo' || name === 'recall') done('bringBack')
      })
    }),
    useStock().$onAction(({ name, args, after }) => {
      after((result) => {
        if (name === 'set' && result === true && args[1].kind === 'out') done('sellOut')
      })
    }),
    // Its state is of the room, so the host's event tells.
    useBridge().onEvent(({ type }) => {
      if (type === 'preparationTime.changed') done('setTime')
    }),
  ]
  onScopeDispose(() => stops.forEach((stop) => stop()))
}
