import { fail, ok, type Result } from '#contract/result.ts'

interface BearersDeps {
  /** Not for the practice store, which has its own. */
  storeIsReal(): boolean
  /** The stored bearers, one per line; null if there are none. */
  read(): string | null
  keep(joined: string): Promise<Result<null>>
  /** They changed, one per line; the store stays open. */
  onChange(joined: string): void
}

/** The bearers of events: one, or two while senders change over. */
export function createBearers({ storeIsReal, read, keep, onChange }: BearersDeps) {
  const known = (): string[] =>
    read()
      ?.split('\n')
      .map((each) => each.trim()) ?? []

  async function keepAll(next: readonly string[]): Promise<Result<null>> {
    const joined = next.join('\n')
    const stored = await keep(joined)
    if (stored.ok) onChange(joined)
    return stored
  }

  return {
    first: (): string | null => known()[0] ?? null,
    async add(token: string): Promise<Result<null>> {
      const all = known()
      if (!storeIsReal() || all.length > 1) return fail('too-late')
      return all.includes(token) ? ok(null) : keepAll([...all, token])
    },
    async remove(nth: number): Promise<Result<null>> {
      const all = known()
      // The last one stays: without it no event would arrive.
      if (!storeIsReal() || all.length < 2) return fail('too-late')
      return keepAll(all.filter((_, position) => position !== nth))
    },
  }
}
