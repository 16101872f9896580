import { createDialect } from '#platform/dialect.ts'

/** Every name that is not documented, as the practice platform spells it: by default. */
export const dialect = createDialect()
