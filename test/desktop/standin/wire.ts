/** How the wire carries functions, if it does. */
export interface Callables {
  keep(run: (...values: unknown[]) => unknown): number
  call(id: number, values: unknown[]): unknown
}

export interface Wire {
  pack(value: unknown): unknown
  unpack(packed: unknown): unknown
}

/**
 * Values as JSON; what structured clone rejects is rejected by the real `structuredClone`, with
 * Electron's texts. Values that clone but are not on our bridge (dates, maps, cycles) throw by
 * name. With `callables` functions pass too, as over a contextBridge. Runs in Node and, as source
 * text, in the page, so it uses nothing from outside.
 */
export function createWire(callables?: Callables): Wire {
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }
  const holdsFunction = (value: unknown): boolean =>
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && Object.values(value).some(holdsFunction))
  const cloned = (value: unknown): unknown => {
    try {
      return structuredClone(value)
    } catch {
      return refuse()
    }
  }
  const walk = (value: unknown, above: object[]): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (value === undefined) return ['u']
    if (typeof value === 'function' && callables !== undefined) {
      return ['f', callables.keep(value as (...values: unknown[]) => unknown)]
    }
    if (typeof value === 'function' || typeof value === 'symbol') return refuse()
    if (typeof value !== 'object' || above.includes(value)) {
      throw new Error(`stand-in: a message with ${typeof value} or a cycle is not provided`)
    }
    const deeper = [...above, value]
    if (Array.isArray(value)) return ['a', value.map((one) => walk(one, deeper))]
    const kind = Object.prototype.toString.call(value)
    if (kind !== '[object Object]')
      throw new Error(`stand-in: a message with ${kind} is not provided`)
    return ['o', Object.entries(value).map(([key, one]) => [key, walk(one, deeper)])]
  }
  const unpack = (packed: unknown): unknown => {
    if (!Array.isArray(packed)) return packed
    const [tag, content] = packed as [string, never]
    if (tag === 'a') return (content as unknown[]).map(unpack)
    if (tag === 'f') return (...values: unknown[]) => callables?.call(content, values)
    if (tag === 'u') return undefined
    return Object.fromEntries(
      (content as [string, unknown][]).map(([key, one]) => [key, unpack(one)]),
    )
  }
  return {
    pack: (value) =>
      walk(callables !== undefined && holdsFunction(value) ? value : cloned(value), []),
    unpack,
  }
}
