/** What a screen is for, and so what it may do: cook, serve guests, or run the restaurant. */
export const roles = ['kitchen', 'counter', 'manager'] as const
export type Role = (typeof roles)[number]

/** Who asks: known to the host by the door that the message came through, never by the message itself. */
export interface Caller {
  /** Id of the screen. */
  screen: string
  /** What the crew calls the screen; empty where it has no name. */
  name: string
  role: Role
}
