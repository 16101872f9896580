import { z } from 'zod'

/**
 * How many columns and lines a letter takes, in normal letters: `tall` 1 by 2, `large` 2 by 2,
 * `huge` as large as fits in the line, at most 4 by 4.
 */
const sizes = ['normal', 'tall', 'large', 'huge'] as const
export type LetterSize = (typeof sizes)[number]

const line = z.object({
  kind: z.literal('line'),
  text: z.string(),
  size: z.enum(sizes).default('normal'),
  bold: z.boolean().default(false),
  /** White on black. */
  loud: z.boolean().default(false),
  centred: z.boolean().default(false),
  /**
   * The text before the first printed row, such as `2x `. The other rows are indented by its width.
   */
  lead: z.string().default(''),
})

/** A text on the left, an amount on the right. */
const pair = z.object({
  kind: z.literal('pair'),
  left: z.string(),
  right: z.string(),
  bold: z.boolean().default(false),
})

/** The content of a roll from top to bottom. It fits any width. */
export const paperSchema = z.array(
  z.discriminatedUnion('kind', [
    line,
    pair,
    z.object({ kind: z.literal('rule'), double: z.boolean().default(false) }),
    z.object({ kind: z.literal('gap') }),
    /** What follows is a paper of its own. */
    z.object({ kind: z.literal('cut') }),
  ]),
)
export type Paper = z.infer<typeof paperSchema>
export type PaperLine = Paper[number]

type Look = Partial<Omit<z.infer<typeof line>, 'kind' | 'text'>>

export const textLine = (text: string, look: Look = {}): PaperLine => ({
  kind: 'line',
  text,
  size: 'normal',
  bold: false,
  loud: false,
  centred: false,
  lead: '',
  ...look,
})

export const pairLine = (left: string, right: string, bold = false): PaperLine => ({
  kind: 'pair',
  left,
  right,
  bold,
})

export const rule: PaperLine = { kind: 'rule', double: false }
export const doubleRule: PaperLine = { kind: 'rule', double: true }
export const gap: PaperLine = { kind: 'gap' }
export const cut: PaperLine = { kind: 'cut' }
