import { noMethod } from '#contract/payments.ts'

/** A method to pay. */
export interface NamedMethod {
  methodId: string
  name: string
}

/** Methods that have the same name are told apart by their ids: `Visa (m1)`, `Visa (m2)`. "No method" keeps its name. */
export function tellApart(methods: readonly NamedMethod[]): NamedMethod[] {
  const uses = new Map<string, number>()
  for (const { name } of methods) uses.set(name, (uses.get(name) ?? 0) + 1)
  return methods.map(({ methodId, name }) => ({
    methodId,
    name:
      name !== '' && methodId !== noMethod.id && (uses.get(name) ?? 0) > 1
        ? `${name} (${methodId})`
        : name,
  }))
}
