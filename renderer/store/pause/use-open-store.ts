import { useHostCommand } from '../../state/host-command.ts'

/** Ends the pause, once for two taps in a row. */
export function useOpenStore() {
  const { run, busy } = useHostCommand('storeHours.open')
  return { busy, open: () => run({ tapId: crypto.randomUUID() }, 'open') }
}
