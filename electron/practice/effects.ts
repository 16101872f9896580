/** What an operation did to a subject, and how often. */
export interface Effect {
  operation: string
  subject: string
  count: number
}

/** Counts effects, so that a test can tell "once" from "twice" if the answers look the same. */
export function createEffects() {
  const effects = new Map<string, Effect>()
  return {
    happened(operation: string, subject: string) {
      const key = `${operation} ${subject}`
      const effect = effects.get(key) ?? { operation, subject, count: 0 }
      effects.set(key, { ...effect, count: effect.count + 1 })
    },
    list: () => [...effects.values()],
  }
}

export type Effects = ReturnType<typeof createEffects>
