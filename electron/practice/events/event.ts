/**
 * Something to tell the receiver. `path` is what comes after its address: newer events are posted to their own
 * name, older ones to the address itself.
 */
export interface PracticeEvent {
  path: string
  body: { type: string; data: object; date: string; [field: string]: unknown }
}
