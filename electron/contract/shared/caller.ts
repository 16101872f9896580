/** What people of the restaurant may do: cook, serve guests, or manage it. */
export const staffRoles = ['kitchen', 'counter', 'manager'] as const
/** The role of a screen. `status` is for guests and drivers: it shows the numbers of orders only. */
export const roles = [...staffRoles, 'status'] as const
export type Role = (typeof roles)[number]

/** Who makes a request. The host knows it from the connection, never from the message. */
export interface Caller {
  screen: string
  name: string
  role: Role
}
