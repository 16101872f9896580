import { choice, custom, ruled, section, toggle } from '../row.ts'
import { wallSizes } from '../fields.ts'

/** Two letters or more, no digits; a `*` at its end, for any ending. */
const allergyWord = '^(?:[^\\p{L}\\d*]*\\p{L}){2}[^\\d*]*\\*?$'

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
  /** A guest who writes one of these means an allergy, beside the words of `allergyTable`. */
  allergyWords: ruled<'restaurant', readonly string[]>(
    { is: 'list', of: { is: 'text', min: 2, max: 40, pattern: allergyWord }, max: 100 },
    { of: 'restaurant', default: [], control: 'allergy-words' },
  ),
})
