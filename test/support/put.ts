type Container = Record<string, unknown>

/** A copy of JSON with another value at a path (`data.order.items.0.amount`); undefined takes the field out. */
export function put(json: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(json)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const around = keys.reduce<Container>((at, key) => at[key] as Container, copy as Container)
  if (value === undefined) Reflect.deleteProperty(around, last)
  else around[last] = value
  return copy
}

/** Every path of JSON, what lies around others before them. */
export const pathsOf = (json: unknown): string[] =>
  typeof json !== 'object' || json === null
    ? []
    : Object.entries(json).flatMap(([key, value]) => [
        key,
        ...pathsOf(value).map((path) => `${key}.${path}`),
      ])
