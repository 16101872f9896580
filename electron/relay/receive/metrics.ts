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
  const consumers = new Counter({
    name: 'relay_consumers_total',
    help: 'Requests of stores for their consumer, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  return {
    counted: (website: string, outcome: 'stored' | 'repeat' | 'failed') =>
      events.inc({ website, outcome }),
    unrouted: (website: string, reason: UnroutedReason) => unrouted.inc({ website, reason }),
    published: (seconds: number) => publishing.observe(seconds),
    consumer: (outcome: 'made' | 'failed') => consumers.inc({ outcome }),
    ready: (isReady: boolean) => ready.set(isReady ? 1 : 0),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
export type Metrics = ReturnType<typeof createMetrics>
