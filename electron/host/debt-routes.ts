import type { AppError } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/failure.ts'
import { readMe } from '#platform/me.ts'
import type { Tickets } from './orders/tickets.ts'
import type { Debt } from './outbox/policy.ts'
import type { WorkerDeps } from './outbox/worker.ts'
import type { Stock } from './stock/stock.ts'

/** Without a token nothing is lost, and nothing can be sent. */
export const noToken: AppError = { code: 'unauthorised', words: 'no token' }

const refused: CallResult<never> = {
  ok: false,
  failure: { kind: 'answered', status: 401, words: 'no token', retryAfterMs: null },
}

const isStock = ({ operation }: Debt): boolean =>
  operation === 'stock-switch' || operation === 'stock-count'

interface Nouns {
  /** Null where there is no token. */
  connection: Connection | null
  tickets: Tickets
  stock: Stock
}

/** Which noun each debt belongs to: it says how the debt is sent, and follows what becomes of it. */
export const routeDebts = ({
  connection,
  tickets,
  stock,
}: Nouns): Pick<WorkerDeps, 'goesTogether' | 'send' | 'probe' | 'onChange'> => ({
  goesTogether: isStock,
  async send(debts) {
    if (connection === null) return debts.map(() => refused)
    return debts.every(isStock)
      ? stock.send(connection, debts)
      : Promise.all(debts.map(({ subject }) => tickets.send(connection, subject)))
  },
  probe: async () => connection !== null && (await readMe(connection)).ok,
  onChange(debt, answer) {
    if (isStock(debt)) stock.follow(debt, answer)
    else tickets.follow(debt)
  },
})
