import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Why an event went to no store. */
export type UnroutedReason = 'no-store' | 'other-website'

/** The figures of one relay, for Prometheus. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const events = new Counter({
    name: 'relay_events_total',
    help: 'Events by what became of them: stored, repeat, or failed (answered with 503).',
    labelNames: ['website', 'outcome'] as const,
    registers: [registry],
  })
  const unrouted = new Counter({
    name: 'relay_unrouted_events_total',
    help: 'Stored events that no store gets, because they name none or are of another website.',
    labelNames: ['website', 'reason'] as const,
    registers: [registry],
  })
  const publishing = new Histogram({
    name: 'relay_publish_seconds',
    help: 'The time until JetStream has acknowledged an event.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const ready = new Gauge({
    name: 'relay_ready',
    help: '1 while events can be stored.',
    registers: [registry],
  })
  const delivered = new Counter({
    name: 'relay_delivered_events_total',
    help: 'Events that stores fetched, repeats included.',
    registers: [registry],
  })
  const requests = new Counter({
    name: 'relay_store_requests_total',
    help: 'Requests of stores, by the status of their answer.',
    labelNames: ['status'] as const,
    registers: [registry],
  })
  const waiting = new Gauge({
    name: 'relay_waiting_stores',
    help: 'Requests of stores that wait for an event now.',
    registers: [registry],
  })
  return {
    counted: (website: string, outcome: 'stored' | 'repeat' | 'failed') =>
      events.inc({ website, outcome }),
    unrouted: (website: string, reason: UnroutedReason) => unrouted.inc({ website, reason }),
    published: (seconds: number) => publishing.observe(seconds),
    delivered: (events: number) => delivered.inc(events),
    storeRequest: (status: number) => requests.inc({ status: String(status) }),
    waiting: (stores: number) => waiting.set(stores),
    ready: (isReady: boolean) => ready.set(isReady ? 1 : 0),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
export type Metrics = ReturnType<typeof createMetrics>
