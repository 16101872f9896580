import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The texts of the control page. `{code}` is an order’s code. */
export const messages = { en, es, pt } satisfies Record<string, typeof en>
export type Language = keyof typeof messages
export type Messages = typeof en
