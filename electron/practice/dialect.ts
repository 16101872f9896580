import { createDialect } from '#platform/dialect.ts'

/** Every name that the specification does not show, as the practice platform spells it: by default. */
export const dialect = createDialect()
