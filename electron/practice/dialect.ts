import { createDialect } from '#platform/dialect.ts'

/** The practice platform uses the default of every undocumented name. */
export const dialect = createDialect()
