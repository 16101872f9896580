type Container = Record<string, unknown>

/**
 * A copy of JSON with another value at a path (`data.order.items.0.amount`); undefined removes the
 * field.
 */
export function put(json: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(json)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const around = keys.reduce<Container>((at, key) => at[key] as Container, copy as Container)
  if (value === undefined) Reflect.deleteProperty(around, last)
  else around[last] = value
  return copy
}

/** Every path of JSON, outer ones first. */
export const pathsOf = (json: unknown): string[] =>
  typeof json !== 'object' || json === null
    ? []
    : Object.entries(json).flatMap(([key, value]) => [
        key,
        ...pathsOf(value).map((path) => `${key}.${path}`),
      ])
