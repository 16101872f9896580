import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Why an event went to no store. */
export type UnroutedReason = 'no-store' | 'other-website'

/** The figures of one relay, for Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #events = new Counter({
    name: 'relay_events_total',
    help: 'Events by what became of them: stored, repeat, or failed (answered with 503).',
    labelNames: ['website', 'outcome'] as const,
    registers: [this.#registry],
  })
  readonly #unrouted = new Counter({
    name: 'relay_unrouted_events_total',
    help: 'Stored events that no store gets, because they name none or are of another website.',
    labelNames: ['website', 'reason'] as const,
    registers: [this.#registry],
  })
  readonly #publishing = new Histogram({
    name: 'relay_publish_seconds',
    help: 'The time until JetStream has acknowledged an event.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.#registry],
  })
  readonly #ready = new Gauge({
    name: 'relay_ready',
    help: '1 while events can be stored.',
    registers: [this.#registry],
  })
  readonly #delivered = new Counter({
    name: 'relay_delivered_events_total',
    help: 'Events that stores fetched, repeats included.',
    registers: [this.#registry],
  })
  readonly #requests = new Counter({
    name: 'relay_store_requests_total',
    help: 'Requests of stores, by the status of their answer.',
    labelNames: ['status'] as const,
    registers: [this.#registry],
  })
  readonly #waiting = new Gauge({
    name: 'relay_waiting_stores',
    help: 'Requests of stores that wait for an event now.',
    registers: [this.#registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  countEvent(website: string, outcome: 'stored' | 'repeat' | 'failed'): void {
    this.#events.inc({ website, outcome })
  }

  countUnrouted(website: string, reason: UnroutedReason): void {
    this.#unrouted.inc({ website, reason })
  }

  observePublishing(seconds: number): void {
    this.#publishing.observe(seconds)
  }

  countDelivered(events: number): void {
    this.#delivered.inc(events)
  }

  countRequest(status: number): void {
    this.#requests.inc({ status: String(status) })
  }

  setWaiting(stores: number): void {
    this.#waiting.set(stores)
  }

  setReady(isReady: boolean): void {
    this.#ready.set(isReady ? 1 : 0)
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
