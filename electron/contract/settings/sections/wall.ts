import { choice, custom, section, toggle } from '../row.ts'
import { wallSizes } from '../fields.ts'

export const wall = section({
  wallPreview: custom({
    of: null,
    control: 'wall-preview',
  }),
  wallSize: choice(wallSizes, {
    of: 'screen',
    default: 'M',
  }),
  /** Null for as many columns as fit. */
  wallColumns: choice([null, 2, 3, 4, 5, 6, 7, 8, 9, 10], {
    of: 'screen',
    default: null,
  }),
  wallHeader: toggle({
    of: 'screen',
    default: true,
  }),
  navigation: choice([null, 'shown', 'corner'], {
    of: 'screen',
    default: null,
  }),
  cardNumbers: toggle({
    of: 'screen',
    default: false,
  }),
  headBumps: toggle({
    of: 'screen',
    default: false,
  }),
  denseCards: toggle({
    of: 'screen',
    default: false,
  }),
  showPayment: toggle({
    of: 'screen',
    default: false,
  }),
})
