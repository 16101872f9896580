import type { StoreState } from '#contract/relay/fleet.ts'

/** The sign of each state, drawn in a box of 16: nobody has to know it by its colour. */
export const stateSigns: Readonly<Record<StoreState, string>> = {
  silent: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  'not-saving': 'M8 3.6v5.2M8 11.9v.4',
  refused: 'M4 8h8',
  offline: 'M4 12l8-8',
  late: 'M8 4v4.4l3 1.8',
  'needs-person': 'M5.8 6.1a2.25 2.25 0 1 1 3.3 2c-.8.45-1.1.8-1.1 1.5M8 12.2v.3',
  disk: 'M4 5h8M4 8h8M4 11h8',
  backup: 'M8 3.8v8M4.8 8.8l3.2 3.2 3.2-3.2',
  well: 'M4.6 8.4l2.4 2.4 4.4-5',
  // A moon.
  closed: 'M9.5 4.2a4 4 0 1 0 2.4 5.9a3.6 3.6 0 0 1-2.4-5.9z',
}
