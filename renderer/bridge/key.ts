import { inject, type InjectionKey } from 'vue'
import type { Bridge } from '#contract/bridge.ts'

export const bridgeKey: InjectionKey<Bridge> = Symbol('bridge')

/** The bridge to the host, provided by main.ts. */
export function useBridge(): Bridge {
  const bridge = inject(bridgeKey)
  if (bridge === undefined) throw new Error('the app was started without a bridge')
  return bridge
}
