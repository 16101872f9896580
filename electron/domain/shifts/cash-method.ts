import type { RegisterFigures } from '#contract/shifts/shifts.ts'

/** What cash is called where the platform's stores are; folded. */
const cashWords = ['efectivo', 'cash', 'dinheiro', 'contado', 'numerario']

const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The method that is most likely cash: no field says so. The only one with which a register was opened, else the only one
 * that is called so; null where there is no telling.
 */
export function suggestCash(
  methods: readonly { methodId: string; name: string }[],
  registers: readonly Pick<RegisterFigures, 'start'>[],
): string | null {
  const floats = new Set(
    registers.flatMap(({ start }) =>
      start.filter(({ amount }) => amount !== 0).map(({ methodId }) => methodId),
    ),
  )
  const named = methods
    .filter(({ name }) =>
      cashWords.some((word) =>
        folded(name)
          .split(/[^a-z]+/)
          .includes(word),
      ),
    )
    .map(({ methodId }) => methodId)
  const [only = null] = floats.size === 1 ? floats : named
  return floats.size === 1 || named.length === 1 ? only : null
}
