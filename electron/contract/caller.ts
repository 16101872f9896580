/** The role of a screen decides what it may do: cook, serve guests, or manage the restaurant. */
export const roles = ['kitchen', 'counter', 'manager'] as const
export type Role = (typeof roles)[number]

/** Who makes a request. The host knows it from the connection, never from the message. */
export interface Caller {
  screen: string
  name: string
  role: Role
}
